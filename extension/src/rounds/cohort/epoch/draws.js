// The draws of an epoch: which leaf is in which cohort and sub-cohort, and which leaves serve on a committee. Each draw
// hashes an index with the tree's root, so a server can neither pass a leaf over nor choose one
// (docs/reference/cohort.md, "Tickets, tree, draws"; pdd_shared/rounds/cohort/epoch/draws.py).

import { digest, NumberedDigests } from "../encoding.js";
import { TreeSize } from "../parameters.js";

/** @typedef {import("./tree.js").Leaf} Leaf */

const WORD = 2 ** 32;

/** The draws of one epoch, which follow from the root (32 bytes) and the size of its tree. */
export class Draw {
  #cohortOf;
  /** @type {Map<number, readonly number[]>} */
  #committees = new Map();

  /**
   * @param {Uint8Array} root
   * @param {number} size
   */
  constructor(root, size) {
    this.root = root;
    this.size = size;
    this.treeSize = new TreeSize(size);
    this.seed = digest("draw", root, size);
    this.#cohortOf = new NumberedDigests("cohort", this.seed);
    Object.freeze(this);
  }

  /**
   * Return the cohort of the leaf with this index, in the tree or appended.
   * @param {number} leaf
   */
  cohortOf(leaf) {
    const { cohorts } = this.treeSize;
    return cohorts === 1 ? 0 : dealt(cohorts, this.#cohortOf.of(leaf));
  }

  /**
   * Return the leaf index of each member of a cohort's committee, place 1 first; RangeError if there is no such cohort.
   * @param {number} cohort
   * @returns {readonly number[]}
   */
  committee(cohort) {
    if (!(cohort >= 0 && cohort < this.treeSize.cohorts)) throw new RangeError(`there is no cohort ${cohort}`);
    const known = this.#committees.get(cohort);
    if (known !== undefined) return known;
    const drawn = Object.freeze(this.#drawn(cohort));
    this.#committees.set(cohort, drawn);
    return drawn;
  }

  /** @param {number} cohort */
  #drawn(cohort) {
    const { members } = this.treeSize.committee;
    // With 256 leaves, too, all of them serve: place p is leaf p - 1.
    if (members === this.size) return Array.from({ length: members }, (_, leaf) => leaf);
    const [duties, chosen] = [new NumberedDigests("duty", this.seed, cohort), new Set()];
    for (let draw = 0; chosen.size < members; draw += 1) chosen.add(sixBytes(duties.of(draw)) % this.size);
    return [...chosen];
  }

  /**
   * Return the sub-cohort of a leaf on a data day, if its cohort is divided into `subCohorts` that day.
   * @param {number} leaf
   * @param {string} day
   * @param {number} subCohorts
   */
  subCohortOf(leaf, day, subCohorts) {
    return subCohorts === 1 ? 0 : dealt(subCohorts, digest("sub", this.seed, day, leaf));
  }

  /**
   * Return the 32 bytes by which suspects are ordered on a data day: those with the lowest rest.
   * @param {number} leaf
   * @param {string} day
   */
  restOrder(leaf, day) {
    return digest("rest", this.seed, day, leaf);
  }
}

/**
 * Return a committee's digest, 32 bytes, by which contexts and journals name it.
 * @param {Uint8Array} root
 * @param {number} cohort
 * @param {readonly Leaf[]} leaves by place
 */
export function committeeDigest(root, cohort, leaves) {
  return digest("committee", root, cohort, ...leaves.map(({ encoded }) => encoded));
}

/**
 * Return floor(number u / 2^32), u the first four bytes: the index of the part that a hash falls in.
 * @param {number} number at most 2^20
 * @param {Uint8Array} drawn
 */
function dealt(number, drawn) {
  return Math.floor((number * view(drawn).getUint32(0, true)) / WORD);
}

/** @param {Uint8Array} drawn */
function sixBytes(drawn) {
  return view(drawn).getUint32(0, true) + view(drawn).getUint16(4, true) * WORD;
}

/** @param {Uint8Array} bytes */
function view(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
