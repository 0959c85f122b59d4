// Erases secrets and kept counts by the home's own calendar, so that no server can delay it.

import { isOver, placedIn } from "../../core/committee_duty.js";
import { plusDays } from "../../protocol/days.js";
import { LAST_CLOSE } from "../../protocol/limits.js";
import { hasLapsed } from "../../rounds/cohort/epoch/tickets.js";
import { isWeekOver } from "../days/keep_days.js";

/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../../gateways/home_store/cohort_store.js").KeptEpoch} KeptEpoch */
/** @typedef {import("../../gateways/home_store/cohort_store.js").Ticket} Ticket */

/**
 * Erase the secrets of past epochs, tickets that lapsed, uploads whose window is over, and the days kept for weeks that
 * can't be sent any more. That a locked day of them was withheld is erased, too. The rest of the journal stays.
 * @param {import("../../gateways/home_store/store.js").Store} store
 * @param {string} today the data day by the home's own clock
 */
export async function eraseByCalendar(store, today) {
  if (isNothing(await store.read((home) => due(home, today)))) return;
  await store.write(async (home) => {
    // Look again within the transaction: another page may have written meanwhile.
    const { epochs, tickets, days, kept, withheld } = await due(home, today);
    for (const epoch of epochs) await home.cohort.eraseEpoch(epoch);
    for (const { ticket } of tickets) home.cohort.eraseTicket(ticket);
    for (const day of days) home.cohort.eraseUpload(day);
    await home.days.forgetKept(({ day }) => kept.includes(day));
    for (const day of withheld) home.days.undecide(day);
  });
}

/**
 * Return whether nothing is due. Most contacts then need no write, which would be announced to all pages.
 * @param {Awaited<ReturnType<typeof due>>} found
 */
function isNothing({ epochs, tickets, days, kept, withheld }) {
  return epochs.length + tickets.length + days.length + kept.length + withheld.length === 0;
}

/**
 * Return the epochs, tickets and days of uploads whose secrets have to be erased by today, and the kept and the withheld
 * days.
 * @param {Home} home
 * @param {string} today
 */
async function due({ cohort, days: kept }, today) {
  const [all, held, days] = [await cohort.epochs(), await cohort.tickets(), await cohort.daysKept()];
  const placed = placedIn(all);
  const locked = await kept.locked();
  const names = new Set(placed.map(({ ticket }) => ticket));
  return {
    epochs: placed.filter((epoch) => epoch.shown !== null && isOver(all, epoch, today)),
    tickets: held.filter(({ ticket, made }) => !names.has(ticket) && hasLapsed(made, today)),
    days: days.filter((day) => today > plusDays(day, LAST_CLOSE)),
    kept: (await kept.kept()).map(({ day }) => day).filter((day) => isWeekOver(day, today)),
    withheld: [...(await kept.withheld())].filter((day) => locked.has(day) && isWeekOver(day, today)),
  };
}
