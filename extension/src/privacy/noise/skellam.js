// Donors' Skellam noise: each donor's share is the difference of two Poisson draws, from tables of integers
// (pdd_shared/privacy/noise/skellam.py, where the law and its tables are explained). The same draws as in Python.

import { ONE as UNIT, units } from "../../protocol/decimals.js";
import { remembered } from "../remembered.js";
import { tableOf } from "./donor_shares.js";

/** 1 in the fixed-point numbers of the computation, which have 64 bits more than the table. */
const ONE = 1n << 192n;
/** A table ends on either side where less than 2^-104 of the law lies beyond. */
const LEFT_OUT = 104n;
const MOST_TABLES = 8;

/**
 * A table of Poisson draws that begins at the first number that is likely enough.
 *
 * - `first`: that number. It does not matter for a difference of two draws.
 * - `table`: the thresholds of the numbers from it on.
 * @typedef {Readonly<{first: number, table: ReturnType<typeof tableOf>}>} PoissonTable
 */

/** The mean of a Poisson law, as a numerator and a denominator. @typedef {readonly [bigint, bigint]} Mean */

/** Return the table of Poisson draws with mean scale^2 / (2 shares). */
export const poissonTable = remembered(
  MOST_TABLES,
  /** @type {(scale: string, shares: number) => PoissonTable} */
  (scale, shares) => {
    /** @type {Mean} */
    const mean = [units(scale) ** 2n, 2n * BigInt(shares) * UNIT ** 2n];
    const mode = mean[0] / mean[1];
    const lower = weightsBelow(mean, mode);
    let total = 0n;
    const sums = [...lower.reverse(), ...weightsFrom(mean, mode)].map((weight) => {
      total += weight;
      return total;
    });
    return Object.freeze({ first: Number(mode) - lower.length, table: tableOf(sums) });
  },
);

/**
 * Return the weights of mode, mode + 1, ..., each the one before times mean / k, rounded down; the first is 1.
 * @param {Mean} mean
 * @param {bigint} mode
 */
function weightsFrom([above, below], mode) {
  const weights = [];
  for (let [weight, k] = [ONE, mode + 1n]; ; k += 1n) {
    weights.push(weight);
    if (!goesOn(weight, above, below * k)) return weights;
    weight = (weight * above) / (below * k);
  }
}

/**
 * Return the weights of mode - 1, mode - 2, ..., each the one above times (k + 1) / mean, rounded down.
 * @param {Mean} mean
 * @param {bigint} mode
 */
function weightsBelow([above, below], mode) {
  const weights = [];
  for (let [weight, k] = [ONE, mode]; k > 0n && goesOn(weight, below * k, above); k -= 1n) {
    weight = (weight * below * k) / above;
    weights.push(weight);
  }
  return weights;
}

/**
 * Return whether more than 2^-104 of the law may lie beyond this weight.
 *
 * The weights beyond fall at least as fast as a geometric series with the step numerator / denominator, and the mode's
 * weight alone is 1.
 * @param {bigint} weight
 * @param {bigint} numerator
 * @param {bigint} denominator
 */
function goesOn(weight, numerator, denominator) {
  return numerator >= denominator || weight * numerator > (denominator - numerator) * (ONE >> LEFT_OUT);
}
