// Packed sharing of a mask's key to a committee, and the streams that hide each share
// (docs/reference/cohort.md, "Sharing"; pdd_shared/rounds/cohort/masking/sharing.py).

import { blake2b } from "@noble/hashes/blake2.js";
import { lengthPrefixed } from "../../../protocol/encoding.js";
import { KEY_SIZE, LEAF_SIZE, NONCE_SIZE } from "../../../protocol/sizes.js";
import { DEGREE, Q } from "../constants.js";
import { element, inverse, minus, multiply, plus, UniformStream, uniform } from "./field.js";

/** @typedef {import("./field.js").Elements} Elements */
/** @typedef {import("../parameters.js").CommitteeSize} CommitteeSize */

const WORD = 4;
/** Values are taken as halves of 16 bits: 31 products with an element and one more element stay below 2^53. */
const HALF = 2 ** 16;
const EXACT_TERMS = 31;

/** @type {Map<string, Float64Array>} */
const matrices = new Map();

/**
 * Return all members' shares of a key: row after row of K elements, place 1's first.
 *
 * Packed Shamir (Franklin, Yung, STOC '92): polynomial j takes the secrets at -1 .. -rho and random values at 1 .. c.
 * @param {Elements} secret the 2,048 elements of the key
 * @param {Uint8Array} polynomialKey
 * @param {CommitteeSize} size
 * @returns {Elements}
 */
export function shareKey(secret, polynomialKey, size) {
  const { members, corrupt, columns } = size;
  const shares = new Uint32Array(members * columns);
  // A polynomial's values at 1 .. c are random, and are the first c members' shares.
  shares.set(uniform(polynomialKey, corrupt * columns));
  const [matrix, known] = [matrixOf(size), knownValues(secret, shares, size)];
  for (let row = 0; row < members - corrupt; row += 1) {
    addProducts(shares, (corrupt + row) * columns, matrix, row * size.quorum, known, columns);
  }
  return shares;
}

/**
 * Return the values that determine the polynomials, at -1 .. -rho and 1 .. c: column after column, as halves of 16
 * bits.
 * @param {Elements} secret
 * @param {Elements} drawn place by place
 * @param {CommitteeSize} size
 */
function knownValues(secret, drawn, { secrets, columns, quorum }) {
  const [low, high] = [new Float64Array(columns * quorum), new Float64Array(columns * quorum)];
  for (let column = 0; column < columns; column += 1) {
    for (let at = 0; at < quorum; at += 1) {
      const position = column * secrets + at;
      const last = position < DEGREE ? secret[position] : 0;
      const value = at < secrets ? last : drawn[(at - secrets) * columns + column];
      low[column * quorum + at] = value % HALF;
      high[column * quorum + at] = Math.floor(value / HALF);
    }
  }
  return { low, high, terms: quorum };
}

/**
 * Compute one place's row of shares: the matrix's row times each column of known values.
 * @param {Elements} shares
 * @param {number} to
 * @param {Float64Array} matrix
 * @param {number} from
 * @param {{low: Float64Array, high: Float64Array, terms: number}} known
 * @param {number} columns
 */
function addProducts(shares, to, matrix, from, { low, high, terms }, columns) {
  for (let column = 0; column < columns; column += 1) {
    const start = column * terms;
    let [lows, highs] = [0, 0];
    for (let first = 0; first < terms; first += EXACT_TERMS) {
      const last = Math.min(first + EXACT_TERMS, terms);
      for (let at = first; at < last; at += 1) {
        lows += matrix[from + at] * low[start + at];
        highs += matrix[from + at] * high[start + at];
      }
      lows = element(lows);
      highs = element(highs);
    }
    shares[to + column] = plus(lows, multiply(highs, HALF));
  }
}

/**
 * Return the matrix by which values at -1 .. -rho and 1 .. c give those at c + 1 .. m: Lagrange's coefficients, row by
 * row.
 * @param {CommitteeSize} size
 */
function matrixOf(size) {
  const name = `${size.members}/${size.corrupt}`;
  const known = matrices.get(name);
  if (known !== undefined) return known;
  const made = lagrange(size);
  matrices.set(name, made);
  return made;
}

/** @param {CommitteeSize} size */
function lagrange({ members, corrupt, secrets, quorum }) {
  const points = Array.from({ length: quorum }, (_, at) => (at < secrets ? Q - at - 1 : at - secrets + 1));
  const weights = points.map((point) => inverse(product(points, point)));
  // Places and points lie at most m + rho apart: so many inverses do for all of the matrix.
  const inverses = Array.from({ length: members + secrets + 1 }, (_, distance) => inverse(distance));
  const matrix = new Float64Array((members - corrupt) * quorum);
  for (let place = corrupt + 1; place <= members; place += 1) {
    const all = product(points, place);
    for (let at = 0; at < quorum; at += 1) {
      const share = multiply(weights[at], inverses[minus(place, points[at])]);
      matrix[(place - corrupt - 1) * quorum + at] = multiply(all, share);
    }
  }
  return matrix;
}

/**
 * Return the product of the differences between a point and all others.
 * @param {readonly number[]} points
 * @param {number} point
 */
function product(points, point) {
  return points.reduce((all, other) => (other === point ? all : multiply(all, minus(point, other))), 1);
}

/** The streams that hide shares of uploads under one context; each is for one place, leaf and nonce. */
export class Streams {
  #statement;
  #view;
  #uniform;
  #offset;

  /**
   * @param {Uint8Array} context
   * @param {number} columns
   */
  constructor(context, columns) {
    const zeros = [new Uint8Array(WORD), new Uint8Array(LEAF_SIZE), new Uint8Array(NONCE_SIZE)];
    this.#statement = lengthPrefixed([context, ...zeros]);
    this.#view = new DataView(this.#statement.buffer, this.#statement.byteOffset, this.#statement.length);
    this.#offset = WORD + context.length + WORD;
    this.#uniform = new UniformStream(columns);
  }

  /**
   * Return the stream that hides a donor's share for a member, K elements.
   * @param {Uint8Array} shared 32 bytes
   * @param {number} place the member's
   * @param {Uint8Array} leaf the donor's, 68 bytes
   * @param {Uint8Array} nonce the upload's, 16 bytes
   * @returns {Elements}
   */
  of(shared, place, leaf, nonce) {
    this.#view.setUint32(this.#offset, place, true);
    this.#statement.set(leaf, this.#offset + 2 * WORD);
    this.#statement.set(nonce, this.#offset + 3 * WORD + LEAF_SIZE);
    return this.#uniform.of(blake2b(this.#statement, { key: shared, dkLen: KEY_SIZE }));
  }
}

/**
 * Return one stream, when no others of its context are needed.
 * @param {Uint8Array} shared
 * @param {Uint8Array} context
 * @param {number} place
 * @param {Uint8Array} leaf
 * @param {Uint8Array} nonce
 * @param {number} columns
 * @returns {Elements}
 */
export function stream(shared, context, place, leaf, nonce, columns) {
  return new Streams(context, columns).of(shared, place, leaf, nonce);
}
