// Opening of signed `cohort` messages: checks the key, the kind, and that the JSON is written in the protocol's only
// way (pdd_shared/rounds/cohort/signed_messages.py).

import { InvalidMessage } from "../../protocol/fields.js";
import { BadSignature, openSignedOf } from "../../protocol/signing.js";
import { Refused } from "../refusals.js";
import { KINDS } from "./messages.js";

/** @typedef {import("../../protocol/messages.js").Signed} Signed */

/**
 * Return the message, if `key` (32 bytes) signed it as one of this kind; Refused "bad-signature" otherwise.
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
  return checked(await verified(signed, kind, key), kind, signed.payload);
}

/**
 * Read a message's text without a signature, such as a line of the public log. Refused as `opened`.
 * @template {keyof typeof KINDS} K
 * @param {string} text
 * @param {K} kind
 * @returns {ReturnType<typeof KINDS[K]>}
 */
export function readMessage(text, kind) {
  try {
    return /** @type {ReturnType<typeof KINDS[K]>} */ (checked(KINDS[kind](text), kind, text));
  } catch (error) {
    if (!(error instanceof InvalidMessage)) throw error;
    throw new Refused("bad-signature", `this is not a ${kind} that this version can read`);
  }
}

/**
 * @template M
 * @param {M} message
 * @param {string} kind
 * @param {string} text
 */
function checked(message, kind, text) {
  if (JSON.stringify(message) !== text) {
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
