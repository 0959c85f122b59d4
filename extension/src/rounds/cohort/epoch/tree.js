// The Merkle tree of an epoch, as a home checks leaves of it: RFC 9162, section 2.1.1, with BLAKE2b-256
// (docs/reference/cohort.md, "Tickets, tree, draws"; pdd_shared/rounds/cohort/epoch/tree.py).

import { blake2b } from "@noble/hashes/blake2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { uint32 } from "../../../protocol/encoding.js";
import { DIGEST_SIZE, KEY_SIZE, LEAF_SIZE } from "../../../protocol/sizes.js";

const INDEX_SIZE = 4;
/** The byte that is hashed before a leaf, and the one before two hashes: no inner node can be passed off as a leaf. */
const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)];

/** A ticket's keys with their index, in a tree or appended after it: its X25519 key and its Ed25519 key. */
export class Leaf {
  #encoded;

  /**
   * @param {number} index
   * @param {Uint8Array} exchange
   * @param {Uint8Array} signing
   * @param {Uint8Array} [encoded] the 68 bytes, where they are known
   */
  constructor(index, exchange, signing, encoded = concatBytes(uint32(index), exchange, signing)) {
    this.index = index;
    this.exchange = exchange;
    this.signing = signing;
    this.#encoded = encoded;
    Object.freeze(this);
  }

  /**
   * Read a leaf from its 68 bytes; RangeError if there are more or fewer.
   * @param {Uint8Array} bytes
   */
  static from(bytes) {
    if (bytes.length !== LEAF_SIZE) throw new RangeError(`a leaf has ${LEAF_SIZE} bytes, not ${bytes.length}`);
    const own = bytes.slice();
    const [index, middle] = [new DataView(own.buffer).getUint32(0, true), INDEX_SIZE + KEY_SIZE];
    return new Leaf(index, own.subarray(INDEX_SIZE, middle), own.subarray(middle), own);
  }

  /** Return the leaf's bytes, `u32(index) | exchange | signing`, 68 of them. */
  get encoded() {
    return this.#encoded;
  }
}

/**
 * Return the root of a tree, computed from some of its leaves and a proof for the others. If it is the expected root,
 * the leaves are in the tree. RangeError unless the proof has exactly the hashes needed.
 * @param {readonly Leaf[]} leaves rising by index
 * @param {number} size
 * @param {readonly Uint8Array[]} proof hashes of the subtrees without any of the leaves, depth first
 */
export function rootFrom(leaves, size, proof) {
  const isRising = leaves.every(({ index }, at) => index < size && (at === 0 || leaves[at - 1].index < index));
  if (!isRising || size < 1) throw new RangeError("the leaves of a proof rise and are in the tree");
  if (proof.some(({ length }) => length !== DIGEST_SIZE)) throw new RangeError("a proof is a list of hashes");
  const reader = new ProofReader(leaves, proof);
  const root = reader.hashOf(0, size, 0, leaves.length);
  if (reader.left !== 0) throw new RangeError("the proof has more hashes than it needs");
  return root;
}

/** The hashes of subtrees, computed from leaves or taken from the proof in its order. */
class ProofReader {
  #leaves;
  #proof;
  #taken = 0;

  /**
   * @param {readonly Leaf[]} leaves
   * @param {readonly Uint8Array[]} proof
   */
  constructor(leaves, proof) {
    this.#leaves = leaves;
    this.#proof = proof;
  }

  /** Return how many hashes of the proof were not needed yet. */
  get left() {
    return this.#proof.length - this.#taken;
  }

  /**
   * Return the hash of the subtree of leaves `start` to before `end`, of which leaves `first` to before `last` are
   * known.
   * @param {number} start
   * @param {number} end
   * @param {number} first
   * @param {number} last
   * @returns {Uint8Array}
   */
  hashOf(start, end, first, last) {
    if (first === last) return this.#next();
    if (end - start === 1) return hash(LEAF, this.#leaves[first].encoded);
    const middle = start + largestPowerBelow(end - start);
    const split = this.#before(middle, first, last);
    const left = this.hashOf(start, middle, first, split);
    return hash(NODE, left, this.hashOf(middle, end, split, last));
  }

  #next() {
    if (this.left === 0) throw new RangeError("the proof has fewer hashes than it needs");
    this.#taken += 1;
    return this.#proof[this.#taken - 1];
  }

  /**
   * Return the first of the known leaves from `first` to before `last` that has at least this index.
   * @param {number} index
   * @param {number} first
   * @param {number} last
   */
  #before(index, first, last) {
    let [low, high] = [first, last];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#leaves[middle].index < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** @param {readonly Uint8Array[]} parts */
function hash(...parts) {
  return blake2b(concatBytes(...parts), { dkLen: DIGEST_SIZE });
}

/** @param {number} size above 1 */
function largestPowerBelow(size) {
  let power = 1;
  while (2 * power < size) power *= 2;
  return power;
}
