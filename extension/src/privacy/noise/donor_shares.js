// Donors' noise: each donor's share of discrete Laplace noise, drawn from tables of integers
// (pdd_shared/privacy/noise/donor_shares.py, where the law and its tables are explained). The same bytes as in Python.

import { ONE as UNIT, units } from "../../protocol/decimals.js";
import { DRAW_BYTES } from "../../protocol/sizes.js";
import { remembered } from "../remembered.js";

/** 1 in the fixed-point numbers of the computation, which have 64 bits more than the table. */
const BITS = 192n;
const ONE = 1n << BITS;
/** A table ends where less than 2^-100 of the law lies beyond. */
const CUT = 100n;
const DRAW_BITS = 128n;
const HALF_BITS = 64n;
const MOST_TABLES = 8;

/**
 * Thresholds T_0 <= T_1 <= ... of 128 bits, as two halves. A random number u gives the draw k, the number of thresholds
 * <= u.
 */
class Table {
  /**
   * @param {BigUint64Array} high
   * @param {BigUint64Array} low
   */
  constructor(high, low) {
    this.high = high;
    this.low = low;
  }

  /**
   * Return the draw from the 16 bytes that begin there.
   * @param {DataView} random
   * @param {number} at
   */
  draw(random, at) {
    const high = random.getBigUint64(at + DRAW_BYTES / 2, true);
    // Most donors' shares of the noise are zero, so only numbers beyond the first threshold are looked up.
    if (high < this.high[0]) return 0;
    const low = random.getBigUint64(at, true);
    let [first, last] = [0, this.high.length];
    while (first < last) {
      const middle = (first + last) >>> 1;
      const isBelow = this.high[middle] < high || (this.high[middle] === high && this.low[middle] <= low);
      if (isBelow) first = middle + 1;
      else last = middle;
    }
    return first;
  }
}

/** Return the table of NB(1 / shares), a = exp(-1 / scale): T_k = floor(2^128 P(X <= k)), P among the k that are kept. */
export const table = remembered(
  MOST_TABLES,
  /** @type {(scale: string, shares: number) => Table} */
  (scale, shares) => tableOf(runningSums(expOfMinus(UNIT, units(scale)), BigInt(shares))),
);

/**
 * Return the table of the law whose weights have these running sums: T_k = floor(2^128 sums[k] / sums[last]).
 * @param {readonly bigint[]} sums
 */
export function tableOf(sums) {
  const all = sums[sums.length - 1];
  // The last would be 2^128, which no draw reaches: it needs no row, unless it is the only one.
  const rows = sums.length > 1 ? sums.slice(0, -1).map((sum) => (sum << DRAW_BITS) / all) : [(1n << DRAW_BITS) - 1n];
  const high = BigUint64Array.from(rows, (row) => row >> HALF_BITS);
  return new Table(
    high,
    BigUint64Array.from(rows, (row) => BigInt.asUintN(64, row)),
  );
}

/**
 * Return exp(-numerator / denominator) in fixed point, by its power series: each term is the one before times x / n,
 * rounded down. Zero from x = 192 on, where it is below 2^-192 by far, and the series would be long.
 * @param {bigint} numerator
 * @param {bigint} denominator
 */
function expOfMinus(numerator, denominator) {
  if (numerator >= 192n * denominator) return 0n;
  const divisor = gcd(numerator, denominator);
  const [above, below] = [numerator / divisor, denominator / divisor];
  let total = 0n;
  for (let [term, n] = [ONE, 0n]; term > 0n; term = (term * above) / (below * n)) {
    total += n % 2n === 1n ? -term : term;
    n += 1n;
  }
  return total;
}

/** @param {bigint} one @param {bigint} other @returns {bigint} */
function gcd(one, other) {
  return other === 0n ? one : gcd(other, one % other);
}

/**
 * Return the running sums of the weights w_0 = 1, w_(k+1) = w_k a (k m + 1) / ((k + 1) m), until what is left is below
 * 2^-100.
 *
 * Each further weight is at most a times the last, so that what is left is at most w a / (1 - a).
 * @param {bigint} a
 * @param {bigint} shares
 */
function runningSums(a, shares) {
  const sums = [];
  for (let [weight, total, k] = [ONE, 0n, 0n]; ; k += 1n) {
    total += weight;
    sums.push(total);
    if (weight * a <= (ONE - a) * (total >> CUT)) return sums;
    weight = (((weight * a) >> BITS) * (k * shares + 1n)) / ((k + 1n) * shares);
  }
}
