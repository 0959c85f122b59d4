// A donor's part in a `plain` round: one message, its vector.

import { toHex } from "../protocol/encoding.js";
import { openRound, submit } from "../protocol/rounds/plain.js";
import { Refused } from "../protocol/rounds/refusals.js";

/** @typedef {import("./work.js").Work} Work */
/** @typedef {import("../protocol/messages.js").SubmitTask} SubmitTask */
/** @typedef {import("../protocol/messages.js").Plan} Plan */

/**
 * Send the day's vector, the same bytes however often; Refused says why not.
 * @param {Work} work
 * @param {SubmitTask} task
 * @param {Plan} plan
 */
export async function submitPlain(work, task, { day }) {
  const { before, round, pins } = await work.store.read(async (home) => ({
    before: await home.days.blinded(day),
    round: await home.rounds.get(day),
    pins: await home.rounds.pins(),
  }));
  if (round !== null) throw new Refused("day-signed-before", `${day} is a recoverable round`);
  const context = await openRound(task.plan, task.roster, {
    identity: work.membership.identity,
    serverKey: work.membership.serverKey,
    own: work.own,
    today: work.today,
    signedBefore: before?.context ?? null,
    pinned: (identity) => pins.get(identity) ?? null,
  });
  const name = toHex(context.digest);
  const data = before ? await work.again("vector", day, before.data) : await blinded(work, context, name);
  await work.sendVector(day, name, data);
}

/**
 * @param {Work} work
 * @param {import("../protocol/rounds/plain.js").Context} context
 * @param {string} name
 */
function blinded(work, context, name) {
  return work.blinded(
    context.plan,
    name,
    (vector) => submit(context, work.secrets, vector),
    (home) => home.rounds.pin(context.roster.members),
  );
}
