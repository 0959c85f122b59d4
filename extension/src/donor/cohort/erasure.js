// Erasing secrets on the home's own calendar. No server can delay it.

import { isOver, placedIn } from "../../core/committee_duty.js";
import { plusDays } from "../../protocol/days.js";
import { LAST_CLOSE } from "../../protocol/limits.js";
import { hasLapsed } from "../../rounds/cohort/epoch/tickets.js";

/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../../gateways/home_store/cohort_store.js").KeptEpoch} KeptEpoch */
/** @typedef {import("../../gateways/home_store/cohort_store.js").Ticket} Ticket */

/**
 * Erase secrets whose time is over: of past epochs, of tickets that lapsed, of uploads after their window.
 *
 * `today` is the day by the home's own clock. The journal stays.
 * @param {import("../../gateways/home_store/store.js").Store} store
 * @param {string} today
 */
export async function eraseByCalendar(store, today) {
  if (isNothing(await store.read((home) => due(home, today)))) return;
  await store.write(async (home) => {
    // Again: another page may have written meanwhile.
    const { epochs, tickets, days } = await due(home, today);
    for (const epoch of epochs) await home.cohort.eraseEpoch(epoch);
    for (const { ticket } of tickets) home.cohort.eraseTicket(ticket);
    for (const day of days) home.cohort.eraseUpload(day);
  });
}

/** @param {Awaited<ReturnType<typeof due>>} found */
function isNothing({ epochs, tickets, days }) {
  return epochs.length + tickets.length + days.length === 0;
}

/**
 * @param {Home} home
 * @param {string} today
 */
async function due({ cohort }, today) {
  const [all, held, days] = [await cohort.epochs(), await cohort.tickets(), await cohort.daysKept()];
  const placed = placedIn(all);
  const names = new Set(placed.map(({ ticket }) => ticket));
  return {
    epochs: placed.filter((epoch) => epoch.shown !== null && isOver(all, epoch, today)),
    tickets: held.filter(({ ticket, made }) => !names.has(ticket) && hasLapsed(made, today)),
    days: days.filter((day) => today > plusDays(day, LAST_CLOSE)),
  };
}
