// What is signed as JSON text in the protocol (docs/reference/cohort.md; pdd_shared/rounds/cohort/messages.py), read strictly;
// `uploads` and `lists` hold the binary messages.

import { day, fromJson, integer, list, matching, nullable, object, oneOf } from "../../protocol/fields.js";
import { LEAST_TREE, MAX_ENTRIES, MOST_LEAVES, MOST_UPLOADS } from "../../protocol/limits.js";
import { hex32, identifier, line } from "../../protocol/messages.js";
import { BadSignature, openSignedOf } from "../../protocol/signing.js";
import { cohortTerms } from "../../protocol/terms.js";
import { Refused } from "../refusals.js";

/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../protocol/terms.js").NumberNoise} NumberNoise */
/** @typedef {import("../../protocol/terms.js").CohortTerms} CohortTerms */
/** @typedef {ReturnType<typeof part>} CohortPart */
/** @typedef {ReturnType<typeof cohortDay>} CohortDay */
/** @typedef {ReturnType<typeof KINDS["online-key"]>} OnlineKey */
/** @typedef {ReturnType<typeof KINDS["ticket-receipt"]>} TicketReceipt */
/** @typedef {ReturnType<typeof KINDS["epoch"]>} Epoch */
/** @typedef {ReturnType<typeof KINDS["reset"]>} Reset */
/** @typedef {ReturnType<typeof KINDS["cohort-plan"]>} CohortPlan */
/** @typedef {ReturnType<typeof KINDS["upload-receipt"]>} UploadReceipt */

const MOST_INDEX = 2 ** 32 - 1;
const index = integer({ least: 0, most: MOST_INDEX });
const hex16 = matching(/^[0-9a-f]{32}$/u);

/** One campaign's place in a day's vector: what its numbers mean and what bounds them. */
const part = object({
  campaign: identifier,
  entries: integer({ least: 1, most: MAX_ENTRIES }),
  vocabulary: hex32,
  strata: list(identifier),
  terms: cohortTerms,
});

/** A cohort's day: the fewest entries of its list that are in the tree, and into how many it is divided. */
const cohortDay = object({
  floor: integer({ least: 1, most: MOST_INDEX }),
  sub_cohorts: integer({ least: 1, most: 8 }),
});

/** The signed messages, each by the name that its signature is under. */
export const KINDS = Object.freeze({
  "online-key": fromJson(object({ server: hex32, key: hex32, first: day, last: day })),
  "ticket-receipt": fromJson(
    object({ server: hex32, ticket: hex32, epoch: index, index: nullable(index), reset: index }),
  ),
  epoch: fromJson(
    object({
      server: hex32,
      number: index,
      start: day,
      size: integer({ least: LEAST_TREE, most: MOST_LEAVES }),
      root: hex32,
      reset: index,
    }),
  ),
  reset: fromJson(object({ server: hex32, number: integer({ least: 1, most: MOST_INDEX }), day })),
  "cohort-plan": fromJson(
    object({
      protocol: oneOf("cohort"),
      version: integer({ least: 2, most: 2 }),
      server: hex32,
      day,
      zone: line,
      epoch: index,
      root: hex32,
      size: integer({ least: LEAST_TREE, most: MOST_LEAVES }),
      reset: index,
      earliest_close: day,
      latest_close: day,
      last_answers: day,
      capacity: integer({ least: 1, most: MOST_UPLOADS }),
      reach: integer({ least: 0, most: 2 ** 31 - 1 }),
      cohorts: list(cohortDay),
      layout: list(part),
    }),
  ),
  "upload-receipt": fromJson(object({ server: hex32, context: hex32, leaf: index, nonce: hex16 })),
});

/**
 * The message inside, if `key` (32 bytes) signed it as one of this kind; Refused "bad-signature" otherwise.
 *
 * The text must be the compact JSON of the message, its fields in their order. Otherwise one message could have several
 * digests, and two readers could read one text differently, such as one with a field twice.
 * @template {keyof typeof KINDS} K
 * @param {Signed} signed
 * @param {K} kind
 * @param {Uint8Array} key
 * @returns {Promise<ReturnType<typeof KINDS[K]>>}
 */
export async function opened(signed, kind, key) {
  const message = await verified(signed, kind, key);
  if (JSON.stringify(message) !== signed.payload) {
    throw new Refused("bad-signature", `this ${kind} is not compact JSON with its fields in order`);
  }
  return message;
}

/**
 * @template {keyof typeof KINDS} K
 * @param {Signed} signed
 * @param {K} kind
 * @param {Uint8Array} key
 */
async function verified(signed, kind, key) {
  try {
    return await openSignedOf(KINDS, signed, kind, key);
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    throw new Refused("bad-signature", error.message);
  }
}
