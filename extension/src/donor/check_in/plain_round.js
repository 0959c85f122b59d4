// A donor's part in a `plain` round: one message, its vector.

import { toHex } from "../../protocol/encoding.js";
import { fill } from "../../rounds/layout.js";
import { openRound, submit, vectorDigest } from "../../rounds/plain/donor.js";

/** @typedef {import("../../core/donation/prepare_donation.js").Donation} Donation */
/** @typedef {import("./work.js").Work} Work */
/** @typedef {import("../../protocol/messages.js").SubmitTask} SubmitTask */
/** @typedef {import("../../protocol/messages.js").Plan} Plan */

/**
 * Send the day's vector, the same bytes however often; Refused says why not.
 * @param {Work} work
 * @param {SubmitTask} task
 * @param {Plan} plan
 */
export async function submitPlain(work, task, { day }) {
  const { before, pins } = await work.store.read(async (home) => ({
    before: await home.days.blinded(day),
    pins: await home.pins.all(),
  }));
  const context = await openRound(task.plan, task.roster, {
    identity: work.membership.identity,
    serverKey: work.membership.serverKey,
    own: work.own,
    today: work.today,
    signedBefore: before?.context ?? null,
    pinned: (identity) => pins.get(identity) ?? null,
  });
  const name = toHex(context.digest);
  const data = before ? await work.again(day, before.data) : await blinded(work, context, name);
  await confirmed(work, day, data, await work.server.sendVector(work.token, day, name, data));
}

/**
 * Blind what the donor gives of the round's day, and write it down before anybody gets it; Waits if it has not decided
 * yet and still can.
 * @param {Work} work
 * @param {import("../../rounds/plain/donor.js").Context} context
 * @param {string} name the digest of the round's context, in hex
 */
function blinded(work, context, name) {
  const { plan, roster } = context;
  /** @param {Donation} donation */
  const make = (donation) => submit(context, work.secrets, fill(plan.layout, donation.given));
  return work.given(plan, make, async (home, donation, data) => {
    work.lock(home, donation, { day: plan.day, context: name, data, sent: false }, data.length);
    await home.pins.keep(roster.members);
  });
}

/**
 * Note whether the server has confirmed these bytes.
 * @param {Work} work
 * @param {string} day
 * @param {Uint8Array} data
 * @param {import("../../protocol/messages.js").Receipt} receipt
 */
async function confirmed(work, day, data, receipt) {
  if (receipt.day === day && receipt.digest === toHex(vectorDigest(data))) {
    work.sent.push(Object.freeze({ round: day, kind: "submit", bytes: data.length }));
    await work.store.write((home) => home.days.markSent(day));
  } else {
    const detail = "the server confirmed other bytes than were sent";
    await work.store.write((home) => work.refuse(home, day, "different-receipt", { detail }));
  }
}
