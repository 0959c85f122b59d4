// A donor's part in a `recoverable` round: it prepares on the data day, submits the day after, reveals on later ones.
//
// Whatever binds the donor is written down before the message that it binds to leaves.

import { plusDays } from "../protocol/days.js";
import { toHex } from "../protocol/encoding.js";
import { BOX_SIZE, RoundSecrets } from "../protocol/rounds/recoverable/dealing.js";
import {
  openGroupPlan,
  openRoster,
  openRound,
  openSurvivors,
  prepare,
  reveal,
  submit,
} from "../protocol/rounds/recoverable/donor.js";
import { Refused } from "../protocol/rounds/refusals.js";

/** @typedef {import("./work.js").Work} Work */
/** @typedef {import("./gateways/round_store.js").Round} Round */
/** @typedef {import("../protocol/messages.js").Plan} Plan */
/** @typedef {import("../protocol/messages.js").Signed} Signed */
/** @typedef {import("../protocol/messages.js").PrepareTask} PrepareTask */
/** @typedef {import("../protocol/messages.js").SubmitTask} SubmitTask */
/** @typedef {import("../protocol/messages.js").RevealTask} RevealTask */
/** @typedef {import("../protocol/rounds/recoverable/donor.js").Tentative} Tentative */
/** @typedef {import("../protocol/rounds/recoverable/donor.js").Context} Context */

/**
 * Send the prepare message of today's round, the same bytes however often; Refused says why not.
 * @param {Work} work
 * @param {PrepareTask} task
 * @param {Plan} plan
 */
export async function prepareRound(work, task, { day }) {
  const { kept } = await known(work, day);
  const tentative = await opened(work, task.plan, task.group_plan, kept);
  const data =
    kept === null
      ? await prepared(work, tentative, task.group_plan)
      : await work.again("preparation", day, kept.preparation);
  const receipt = await work.server.sendPreparation(work.token, day, toHex(tentative.digest), data);
  await work.confirmed(day, "prepare", data, receipt);
}

/**
 * Send the day's vector, the same bytes however often; Refused says why not.
 * @param {Work} work
 * @param {SubmitTask} task
 * @param {Plan} plan
 */
export async function submitRecoverable(work, task, { day }) {
  const { kept, before } = await known(work, day);
  if (kept === null || kept.groupPlan === null || kept.prepared === null) {
    throw new Refused("not-a-member", `this donor did not prepare for ${day}, or it was long ago`);
  }
  if (kept.survivors !== null || work.days.revealing.has(day)) {
    throw new Refused("told-before", `the survivors of ${day} were named already`);
  }
  const context = await openRound(await opened(work, task.plan, kept.groupPlan, kept), task.roster, {
    serverKey: work.membership.serverKey,
    prepared: kept.prepared,
    today: work.today,
    signedBefore: before?.context ?? null,
  });
  const data = before ? await work.again("vector", day, before.data) : await blinded(work, context, kept, task.roster);
  await work.sendVector(day, toHex(context.digest), data);
}

/**
 * Send this donor's shares for the round's one survivor list; Refused says why not.
 * @param {Work} work
 * @param {RevealTask} task
 * @param {Plan} plan
 */
export async function revealRound(work, task, { day }) {
  const { kept, before } = await known(work, day);
  if (kept !== null && kept.groupPlan === null) {
    throw new Refused("too-late", `${day} was long ago, or under other keys: its texts are erased`);
  }
  const serverKey = work.membership.serverKey;
  const groupPlan = shownOnce(task.group_plan, kept?.groupPlan ?? null);
  const tentative = await opened(work, task.plan, groupPlan, kept);
  const signedRoster = shownOnce(task.roster, kept?.roster ?? null);
  const { roster, digest } = await openRoster(tentative, signedRoster, serverKey);
  const told = await openSurvivors(tentative, roster, digest, task.survivors, {
    serverKey,
    sent: before?.sent ?? false,
    toldBefore: kept?.survivors ?? null,
  });
  const list = toHex(told.digest);
  await work.store.write(async (home) => {
    if (kept === null) await home.rounds.add(row(tentative, groupPlan), tentative.group.members);
    await home.rounds.told(day, list);
  });
  const data = kept?.reveal
    ? await work.again("reveal", day, kept.reveal)
    : await revealed(work, tentative, roster, told.survivors);
  await work.confirmed(day, "reveal", data, await work.server.sendReveal(work.token, day, list, data));
}

/**
 * @param {Work} work
 * @param {string} day
 */
function known(work, day) {
  return work.store.read(async (home) => ({
    kept: await home.rounds.get(day),
    before: await home.days.blinded(day),
  }));
}

/**
 * The group plan, checked, and the one of before if there was one.
 * @param {Work} work
 * @param {Signed} signedPlan
 * @param {Signed} groupPlan
 * @param {Round | null} kept
 * @returns {Promise<Tentative>}
 */
async function opened(work, signedPlan, groupPlan, kept) {
  const pins = await work.store.read((home) => home.rounds.pins());
  const tentative = await openGroupPlan(signedPlan, groupPlan, {
    identity: work.membership.identity,
    serverKey: work.membership.serverKey,
    own: work.own,
    pinned: (identity) => pins.get(identity) ?? null,
  });
  if (kept !== null && kept.digest !== toHex(tentative.digest)) {
    throw new Refused("day-signed-before", `another group was planned for ${tentative.plan.day} before`);
  }
  return tentative;
}

/**
 * What is kept, else what the server gives; Refused where they differ or neither is there.
 * @param {Signed | null} given
 * @param {Signed | null} kept
 * @returns {Signed}
 */
function shownOnce(given, kept) {
  if (given !== null && kept !== null && given.payload !== kept.payload) {
    throw new Refused("day-signed-before", "the server has shown another group or roster of this day before");
  }
  const signed = kept ?? given;
  if (signed === null) throw new Refused("not-a-member", "this donor was never shown the group or roster of this day");
  return signed;
}

/**
 * @param {Tentative} tentative
 * @param {Signed} groupPlan
 * @returns {Round}
 */
function row({ plan, digest }, groupPlan) {
  return {
    day: plan.day,
    digest: toHex(digest),
    lastDay: plusDays(plan.day, 1 + plan.delay),
    groupPlan,
    roster: null,
    prepared: null,
    ephemeral: null,
    selfMask: null,
    preparation: null,
    survivors: null,
    reveal: null,
  };
}

/**
 * A new prepare message; it, and the secrets it shares out, are kept before anybody gets it.
 * @param {Work} work
 * @param {Tentative} tentative
 * @param {Signed} groupPlan
 */
async function prepared(work, tentative, groupPlan) {
  const { randomBytes } = work.installation;
  const secrets = RoundSecrets.draw(randomBytes);
  const made = await prepare(tentative, work.secrets, secrets, work.today, randomBytes, work.boxKeys);
  const { ephemeral, selfMask } = secrets;
  const { prepared: shown, data } = made;
  const kept = { ...row(tentative, groupPlan), prepared: shown, ephemeral, selfMask, preparation: data };
  await work.store.write(async (home) => {
    await home.rounds.add(kept, tentative.group.members);
    work.log(home, "preparation", tentative.plan.day, data.length);
  });
  return data;
}

/**
 * The vector, blinded and kept before anybody gets it; the round's secrets are erased with that.
 * @param {Work} work
 * @param {Context} context
 * @param {Round} kept
 * @param {Signed} roster
 */
function blinded(work, context, { ephemeral, selfMask }, roster) {
  const { plan } = context.tentative;
  if (ephemeral === null || selfMask === null) {
    throw new Refused("too-late", `the window of ${plan.day} was over, and its secrets are erased`);
  }
  const secrets = new RoundSecrets(ephemeral, selfMask);
  return work.blinded(
    plan,
    toHex(context.digest),
    (vector) => submit(context, work.secrets, secrets, vector),
    (home) => home.rounds.submitting(plan.day, roster),
  );
}

/**
 * The shares, opened and kept before anybody gets them.
 * @param {Work} work
 * @param {Tentative} tentative
 * @param {import("../protocol/messages.js").PreparedRoster} roster
 * @param {import("../protocol/messages.js").Survivors} survivors
 */
async function revealed(work, tentative, roster, survivors) {
  const { day } = tentative.plan;
  const boxes = await work.server.boxes(work.token, day);
  const size = roster.members.length;
  if (boxes.length !== BOX_SIZE * size) {
    throw new Refused("wrong-size", `${boxes.length} bytes are not one box for each of ${size}`);
  }
  const pieces = roster.members.map((_, index) => boxes.subarray(index * BOX_SIZE, (index + 1) * BOX_SIZE));
  const data = await reveal(tentative, roster, survivors, pieces, work.boxKeys);
  await work.store.write(async (home) => {
    await home.rounds.revealing(day, data);
    work.log(home, "reveal", day, data.length);
  });
  return data;
}
