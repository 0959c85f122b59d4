// Locking a day's counts: what is sent of a day is made once, and written down before anybody gets it.
//
// A donor may be killed at any step, and a server may lose an answer. Were a day counted again after that, two messages
// of it could differ, and the server would learn their difference. So counts, charge and bytes are kept in one transaction,
// and later contacts send the same bytes.

import { lastDay } from "../../core/donation/decisions.js";
import { charges, described, prepareDonation } from "../../core/donation/prepare_donation.js";
import { Refused } from "../../rounds/refusals.js";
import { donorState } from "../days/donor_state.js";
import { Waits } from "./contact.js";

/** @typedef {import("./contact.js").Contact} Contact */
/** @typedef {import("../../core/donation/consent.js").Plan} Plan */
/** @typedef {import("../../core/donation/prepare_donation.js").Donation} Donation */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */

/**
 * Make a message of the donor's counts of the plan's day, and keep it.
 *
 * If the donor chooses something while this goes on, the choice holds: then counts and message are made again.
 * @template Made
 * @param {Contact} contact
 * @param {Plan} plan
 * @param {(donation: Donation) => Promise<Made>} make
 * @param {(home: Home, donation: Donation, made: Made) => Promise<void>} keep writes down what was made; it has to call
 *   `keepLocked`
 * @param {ReadonlySet<string>} [closed] as in `prepareDonation`
 * @returns {Promise<Made>}
 * @throws {Waits} while the day can wait, and should
 */
export async function lockDonation(contact, plan, make, keep, closed) {
  const { store } = contact.installation;
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
 * @param {Contact} contact
 * @param {Plan} plan
 * @param {ReadonlySet<string>} [closed]
 */
async function prepared({ installation, membership, searches, today }, plan, closed) {
  const { info } = membership;
  const state = await installation.store.read((home) => donorState(home, plan.day, info, installation.clock()));
  const { donation, canWait } = await prepareDonation(plan, state, () => searches.of(plan.protocol), closed);
  // A cohort's day has waited already, by a rule of its own: nothing that is found of it moves its time.
  if (canWait && plan.protocol !== "cohort" && today < lastDay(plan.day, plan.delay)) throw new Waits();
  return { version: state.version, donation };
}

/**
 * Write down, in the caller's transaction, that a day is locked: its message, what the message gives, and what that costs.
 * @param {Contact} contact
 * @param {Home} home
 * @param {Donation} donation
 * @param {import("../../gateways/home_store/day_store.js").Blinded} blinded
 * @param {number} bytes how many leave
 */
export function keepLocked({ report }, home, donation, blinded, bytes) {
  const { day } = blinded;
  home.days.keepBlinded(blinded);
  home.days.undecide(day);
  home.days.charge(charges(donation));
  report.log(home, "vector", day, bytes, { given: donation.given.map(described) });
  for (const [campaign, reason] of donation.objections) report.refuse(home, day, reason, { campaign });
}

/**
 * Log that the bytes of a locked day are sent once more, and return them.
 * @param {Contact} contact
 * @param {string} day
 * @param {Uint8Array | null} data
 * @returns {Promise<Uint8Array>}
 * @throws {Refused} if the bytes are erased: nothing is made twice for one day
 */
export async function lockedBytes({ installation, report }, day, data) {
  if (data === null) throw new Refused("day-signed-before", `${day} was done with, and its bytes are erased`);
  const more = { detail: "the same bytes again" };
  await installation.store.write((home) => report.log(home, "vector", day, data.length, more));
  return data;
}
