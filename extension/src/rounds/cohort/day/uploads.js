// A donor's one message of a day: its masked vector, its hidden key shares, and its ticket's signature
// (docs/reference/cohort.md, "A day"; pdd_shared/rounds/cohort/day/uploads.py).

import { concatBytes } from "@noble/hashes/utils.js";
import { digest, statement } from "../encoding.js";
import { toWire } from "../masking/field.js";

/** @typedef {import("../masking/field.js").Elements} Elements */

/**
 * Return C, the 32 bytes on which every mask, stream and signature of a (sub-)cohort's day depends.
 * @param {Readonly<{
 *   server: Uint8Array, day: string, root: Uint8Array, cohort: number, subCohort: number, subCohorts: number,
 *   plan: Uint8Array, committee: Uint8Array,
 * }>} named `plan` and `committee` are digests
 */
export function dayContext({ server, day, root, cohort, subCohort, subCohorts, plan, committee }) {
  return digest("context", server, day, root, cohort, subCohort, subCohorts, plan, committee);
}

/**
 * Sign an upload, and return its bytes as they travel, `nonce | c | z | signature`, and its digest without the
 * signature.
 * @param {Uint8Array} context
 * @param {number} leaf
 * @param {Uint8Array} nonce 16 bytes
 * @param {Elements} ciphertext blocks of 2,048 elements
 * @param {Elements} hidden K elements for each place
 * @param {(message: Uint8Array) => Promise<Uint8Array>} sign by the ticket's Ed25519 key
 */
export async function writeUpload(context, leaf, nonce, ciphertext, hidden, sign) {
  const [masked, shared] = [toWire(ciphertext), toWire(hidden)];
  const name = digest("upload", nonce, masked, shared);
  const signature = await sign(statement("submitted", context, leaf, nonce, name));
  return Object.freeze({ upload: concatBytes(nonce, masked, shared, signature), digest: name });
}
