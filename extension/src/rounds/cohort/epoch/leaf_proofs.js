import { DIGEST_SIZE, LEAF_SIZE } from "../../../protocol/sizes.js";
import { Refused } from "../../refusals.js";
import { Leaf } from "./tree.js";

const WORD = 4;

/**
 * Leaves in the order in which they were asked for, and the proof: the hashes with which they give the root.
 * @typedef {Readonly<{leaves: readonly Leaf[], proof: readonly Uint8Array[]}>} ShownLeaves
 */

/**
 * Read leaves and proof from their bytes; Refused "wrong-size" if a leaf or hash is cut off.
 *
 * Nothing is checked against a root yet: `openPlace`, `openCommittee` and `openCohort` do that.
 * @param {Uint8Array} data
 * @returns {ShownLeaves}
 */
export function readShown(data) {
  const number = data.length < WORD ? 0 : new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  const end = WORD + LEAF_SIZE * number;
  if (data.length < end || (data.length - end) % DIGEST_SIZE !== 0) {
    throw new Refused("wrong-size", "leaves or their proof are cut off");
  }
  const pieces = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ size) =>
    Array.from({ length: (to - from) / size }, (_, at) => data.slice(from + at * size, from + (at + 1) * size));
  const leaves = pieces(WORD, end, LEAF_SIZE).map((bytes) => Leaf.from(bytes));
  return Object.freeze({ leaves: Object.freeze(leaves), proof: Object.freeze(pieces(end, data.length, DIGEST_SIZE)) });
}
