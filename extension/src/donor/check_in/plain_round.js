// A donor's part in a `plain` round: one message, its blinded vector.

import { toHex } from "../../protocol/encoding.js";
import { fill } from "../../rounds/layout.js";
import { openRound, submit, vectorDigest } from "../../rounds/plain/donor.js";
import { keepLocked, lockDonation, lockedBytes } from "../contact/lock_donation.js";

/** @typedef {import("../../core/donation/prepare_donation.js").Donation} Donation */
/** @typedef {import("../contact/contact.js").Contact} Contact */
/** @typedef {import("../../protocol/messages.js").SubmitTask} SubmitTask */
/** @typedef {import("../../protocol/messages.js").Plan} Plan */

/**
 * Send the day's blinded vector. A day that was sent before is sent with the same bytes again.
 * @param {Contact} contact
 * @param {SubmitTask} task
 * @param {Plan} plan the task's, opened
 * @throws {Refused} if the round is not as the donor accepts it, or the day's bytes are erased
 * @throws {DayNotReady} while the day waits for the donor's decision, or for a readable history
 */
export async function submitPlain(contact, task, { day }) {
  const { installation, membership, credentials, own, server, today } = contact;
  const { before, pins } = await installation.store.read(async (home) => ({
    before: await home.days.blinded(day),
    pins: await home.pins.all(),
  }));
  const context = await openRound(task.plan, task.roster, {
    identity: membership.identity,
    serverKey: membership.serverKey,
    own,
    today,
    signedBefore: before?.context ?? null,
    pinned: (identity) => pins.get(identity) ?? null,
  });
  const name = toHex(context.digest);
  const data = before ? await lockedBytes(contact, day, before.data) : await blinded(contact, context, name);
  await installation.hold(server.answered);
  await confirmed(contact, day, data, await server.sendVector(credentials.token, day, name, data));
}

/**
 * Blind what the donor gives of the round's day, and write it down before anybody gets it. Return the bytes.
 * @param {Contact} contact
 * @param {import("../../rounds/plain/donor.js").Context} context
 * @param {string} name the digest of the round's context, in hex
 * @throws {DayNotReady} while the day waits for the donor's decision, or for a readable history
 */
function blinded(contact, context, name) {
  const { plan, roster } = context;
  /** @param {Donation} donation */
  const make = (donation) => submit(context, contact.credentials.secrets, fill(plan.layout, donation.given));
  return lockDonation(contact, plan, make, async (home, donation, data) => {
    await keepLocked(contact, home, donation, { day: plan.day, context: name, data, sent: false }, data.length);
    await home.pins.keep(roster.members);
  });
}

/**
 * Note that the server has confirmed these bytes, or log a refusal if it confirmed others.
 * @param {Contact} contact
 * @param {string} day
 * @param {Uint8Array} data
 * @param {import("../../protocol/messages.js").Receipt} receipt
 */
async function confirmed({ installation, report }, day, data, receipt) {
  if (receipt.day === day && receipt.digest === toHex(vectorDigest(data))) {
    report.addSent(day, "submit", data.length);
    await installation.store.write((home) => home.days.markSent(day));
  } else {
    const detail = "the server confirmed other bytes than were sent";
    await installation.store.write((home) => report.refuse(home, day, "different-receipt", { detail }));
  }
}
