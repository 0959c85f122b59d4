// Locks a day's counts: the message of a day is made once, and written down before anybody gets it.
//
// The program may be killed at any step, and an answer of the server may get lost. If a day were then counted again,
// its two messages could differ, and the server would learn their difference. So counts, charge and bytes are kept in
// one transaction, and later contacts send the same bytes.

import { lastDay } from "../../core/donation/decisions.js";
import { charges, described, prepareDonation } from "../../core/donation/prepare_donation.js";
import { lastDay as endOfPeriod } from "../../protocol/days.js";
import { Refused } from "../../rounds/refusals.js";
import { donorState } from "../days/donor_state.js";
import { countsByWeek } from "../days/keep_days.js";
import { DayNotReady } from "./contact.js";

/** @typedef {import("./contact.js").Contact} Contact */
/** @typedef {import("../../core/donation/consent.js").Objection} Objection */
/** @typedef {import("../../core/donation/consent.js").Plan} Plan */
/** @typedef {import("../../core/donation/prepare_donation.js").Donation} Donation */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */

/**
 * Count the plan's day, make a message of the counts, and keep it. Return what was made.
 *
 * If the donor changes a choice meanwhile, counts and message are made again under the new choice.
 * @template Made
 * @param {Contact} contact
 * @param {Plan} plan
 * @param {(donation: Donation) => Promise<Made>} make makes the message, outside of any transaction
 * @param {(home: Home, donation: Donation, made: Made) => Promise<void>} keep writes down the message, in a
 *   transaction; it has to call `keepLocked`
 * @param {ReadonlyMap<string, Objection>} [closed] as in `prepareDonation`
 * @returns {Promise<Made>}
 * @throws {DayNotReady} under `plain`, while the day should wait and the server still takes it later
 * @throws {Refused} if the day is charged already: the home is a restored one, which may have given it before
 */
export async function lockDonation(contact, plan, make, keep, closed) {
  const { store } = contact.installation;
  const charged = await store.read((home) => home.days.given());
  if (charged.some(({ day }) => day === plan.day)) {
    throw new Refused("day-signed-before", `${plan.day} may have been given before this home was restored`);
  }
  for (;;) {
    const { version, donation } = await prepared(contact, plan, closed);
    const made = await make(donation);
    const isKept = await store.write(async (home) => {
      if ((await home.fact("choices")) !== version) return false;
      await keep(home, donation, made);
      return true;
    });
    if (isKept) return made;
  }
}

/**
 * Count the plan's day, and name the choices under which it was counted.
 * @param {Contact} contact
 * @param {Plan} plan
 * @param {ReadonlyMap<string, Objection>} [closed]
 */
async function prepared({ installation, membership, searches, today }, plan, closed) {
  const { info } = membership;
  const state = await installation.store.read((home) => donorState(home, plan.day, info, installation.clock()));
  const { donation, canWait } = await prepareDonation(plan, state, () => searches.of(plan.protocol), closed);
  // A day of `cohort` has waited already (`waitForDonor`). Neither its counts nor the donor's decision may put it off
  // further: the server would learn from the time.
  if (canWait && plan.protocol !== "cohort" && today < lastDay(plan.day, plan.delay)) throw new DayNotReady();
  return { version: state.version, donation };
}

/**
 * Write down, in the caller's transaction, that a day is locked: its message, its counts, and what they cost. Its
 * decision is forgotten, and so are the days kept for weeks that are given no more. That it was withheld is kept if its
 * week may still be asked for.
 * @param {Contact} contact
 * @param {Home} home
 * @param {Donation} donation
 * @param {import("../../gateways/home_store/day_store.js").Blinded} blinded
 * @param {number} bytes the size of the message that is about to leave
 */
export async function keepLocked({ report }, home, donation, blinded, bytes) {
  const { day } = blinded;
  home.days.keepBlinded(blinded);
  const isLeftOut = (await home.days.withheld()).has(day) && countsByWeek(await home.agreed());
  if (!isLeftOut) home.days.undecide(day);
  const paid = charges(donation);
  await home.days.forgetKept((kept) => isOver(kept, day, paid));
  home.days.charge(paid);
  report.log(home, "vector", day, bytes, { given: donation.given.map(described) });
  for (const [campaign, reason] of donation.objections) report.refuse(home, day, reason, { campaign });
}

/**
 * Return whether the week of a kept day is given no more: it was given twice now, or nothing of it was given. A week
 * that was given once may be lost. Then a later plan asks for it once more.
 * @param {import("../../core/donation/kept_days.js").KeptDay} kept
 * @param {string} day the plan's
 * @param {readonly import("../../core/donation/ledger.js").GivenDay[]} paid
 */
function isOver(kept, day, paid) {
  const [week, charge] = [endOfPeriod("week", kept.day), paid.find(({ campaign }) => campaign === kept.campaign)];
  return charge === undefined ? week === day : week === charge.repeats;
}

/**
 * Log that the bytes of a locked day are sent once more, and return them.
 * @param {Contact} contact
 * @param {string} day
 * @param {Uint8Array | null} data the kept bytes; null if they are erased
 * @returns {Promise<Uint8Array>}
 * @throws {Refused} `day-signed-before` if the bytes are erased: a day's message is never made twice
 */
export async function lockedBytes({ installation, report }, day, data) {
  if (data === null) throw new Refused("day-signed-before", `${day} was done with, and its bytes are erased`);
  const more = { detail: "the same bytes again" };
  await installation.store.write((home) => report.log(home, "vector", day, data.length, more));
  return data;
}
