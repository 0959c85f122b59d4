// The donor's half of a `recoverable` round: what it prepares, sends and reveals, once it has checked
// (pdd_shared/rounds/recoverable/donor.py).

import { concatBytes } from "@noble/hashes/utils.js";
import { addMask, blind, Keystream } from "../../blinding.js";
import { fromHex, toHex } from "../../encoding.js";
import { KEY_SIZE, WeakKey } from "../../keys.js";
import { toBytes, width } from "../../layout.js";
import { Refused } from "../refusals.js";
import { commit, deal, openBox, toMessage } from "./dealing.js";
import { preparedStatement, submittedStatement } from "./signatures.js";

export { openGroupPlan, openRoster, openRound, openSurvivors } from "./checking.js";

/** @typedef {import("./checking.js").Context} Context */
/** @typedef {import("./checking.js").Tentative} Tentative */
/** @typedef {import("./dealing.js").BoxKeys} BoxKeys */
/** @typedef {import("./dealing.js").RoundSecrets} RoundSecrets */
/** @typedef {import("../../keys.js").DonorSecrets} DonorSecrets */
/** @typedef {import("../../messages.js").Prepared} Prepared */
/** @typedef {import("../../messages.js").PreparedRoster} PreparedRoster */
/** @typedef {import("../../messages.js").Survivors} Survivors */

/** What a reveal says it holds of a member: no share, one of its self-mask, one of its ephemeral secret. */
const [SELF_MASK, EPHEMERAL] = [1, 2];
const REVEAL_SIZE = 1 + KEY_SIZE;

/**
 * How many shares rebuild a secret in a group of that many tentative members: ceil(2n / 3).
 *
 * With fewer than n / 3 members lying, no two stories told to the others get this many shares of both kinds.
 * @param {number} size
 */
export function threshold(size) {
  return Math.ceil((2 * size) / 3);
}

/**
 * What the member shows the others, and its prepare message, on the data day itself.
 *
 * Refused "wrong-day" on any other day, "weak-key" where a member's exchange key is of low order.
 * @param {Tentative} tentative
 * @param {DonorSecrets} donor
 * @param {RoundSecrets} secrets
 * @param {string} today
 * @param {import("../../keys.js").RandomBytes} randomBytes
 * @param {BoxKeys} boxKeys this donor's, which may have agreed on some already
 * @returns {Promise<{prepared: Prepared, data: Uint8Array}>}
 */
export async function prepare(tentative, donor, secrets, today, randomBytes, boxKeys) {
  const { plan, group, place, digest } = tentative;
  if (plan.day !== today) throw new Refused("wrong-day", `${plan.day} is not today`);
  const keys = await Promise.all(group.members.map((member) => boxKeys.withMember(member)));
  const dealing = deal(secrets, digest, place, threshold(keys.length), keys, randomBytes);
  const ephemeral = (await secrets.agreementKey()).public;
  const commitment = commit(secrets.selfMask, digest, place);
  const said = preparedStatement(digest, place, ephemeral, commitment, dealing.digest);
  const prepared = Object.freeze({
    place,
    ephemeral: toHex(ephemeral),
    commitment: toHex(commitment),
    dealing: toHex(dealing.digest),
    signature: toHex(await donor.sign(said)),
  });
  return { prepared, data: toMessage(prepared, dealing) };
}

/**
 * The vector as it travels: blinded against every other member and by the self-mask, and the roster signed.
 * @param {Context} context
 * @param {DonorSecrets} donor
 * @param {RoundSecrets} secrets
 * @param {import("../../layout.js").Vector} vector
 */
export async function submit({ tentative, roster, rosterDigest, index, encoded }, donor, secrets, vector) {
  if (vector.length !== width(tentative.plan.layout)) {
    throw new Refused("wrong-size", "the vector does not fit the plan's layout");
  }
  const publics = roster.members.map(({ ephemeral }) => fromHex(ephemeral));
  const blinded = await blindedBy((await secrets.agreementKey()).secret, vector, index, publics, encoded);
  addMask(blinded, new Keystream(vector.length).of(secrets.selfMask), 1);
  return concatBytes(toBytes(blinded), await donor.sign(submittedStatement(rosterDigest, tentative.place)));
}

/**
 * @param {import("../../primitives.js").SecretKey} secret
 * @param {import("../../layout.js").Vector} vector
 * @param {number} index
 * @param {readonly Uint8Array[]} publics
 * @param {Uint8Array} encoded
 */
async function blindedBy(secret, vector, index, publics, encoded) {
  try {
    return await blind(vector, secret, index, publics, encoded);
  } catch (error) {
    if (!(error instanceof WeakKey)) throw error;
    throw new Refused("weak-key", "a member's ephemeral key is of low order");
  }
}

/**
 * For each roster member its kind and one share: of the self-mask of a survivor, else of the ephemeral secret.
 *
 * `boxes` are those addressed to this donor, in the roster's order. One that does not open gives zeros: no share.
 * @param {Tentative} tentative
 * @param {PreparedRoster} roster
 * @param {Survivors} survivors
 * @param {readonly Uint8Array[]} boxes
 * @param {BoxKeys} boxKeys
 */
export async function reveal({ group, place, digest }, roster, survivors, boxes, boxKeys) {
  const alive = new Set(survivors.places);
  const answers = roster.members.map(async (member, index) => {
    const key = await boxKeys.withMember(group.members[member.place]);
    const pair = openBox(boxes[index], digest, member.place, place, key);
    if (pair === null) return new Uint8Array(REVEAL_SIZE);
    const kind = alive.has(member.place) ? SELF_MASK : EPHEMERAL;
    return Uint8Array.of(kind, ...pair.subarray((kind - 1) * KEY_SIZE, kind * KEY_SIZE));
  });
  return concatBytes(...(await Promise.all(answers)));
}
