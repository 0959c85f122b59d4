// The privacy cost of publishing one day of a campaign (pdd_shared/privacy/accounting/charges.py and sensitivity.py).

import { MOST_UPLOADS } from "../../protocol/limits.js";
import { capsOf, hasOneLaplace, noiseOnCounts, squaredL2 } from "../../protocol/terms.js";
import { DISTANCE, LARGEST_EXPONENT } from "./constants.js";

/** @typedef {import("../../protocol/terms.js").Terms} Terms */

/**
 * The noise mechanism of one day: a law, its scale, and how far one donor can move a vector.
 *
 * `sensitivity` is the L1 distance for `discrete-laplace`, the squared L2 distance for `discrete-gaussian`. `delta` is
 * the delta that sampling from finite tables adds, 0 for the server's noise.
 * @typedef {Readonly<{law: import("../../protocol/terms.js").Noise["law"], scale: string, sensitivity: number, delta: number}>} Charge
 */

/**
 * How many days were charged with each mechanism.
 * @typedef {readonly Readonly<{charge: Charge, days: number}>[]} Charges
 */

/**
 * Return the charge of a day of a campaign under these terms; RangeError if the kinds of numbers have different noise.
 * @param {Terms} terms
 * @returns {Charge}
 */
export function chargeOf(terms) {
  const caps = capsOf(terms);
  const { law, scale } = noiseOnCounts(terms);
  if (law === "discrete-gaussian") {
    return Object.freeze({ law, scale, sensitivity: 1 + caps.searches ** 2 + squaredL2(caps), delta: 0 });
  }
  if (law === "skellam") throw new RangeError("Skellam noise is charged by parts");
  const sensitivity = 1 + caps.searches + caps.hits;
  return Object.freeze({ law, scale, sensitivity, delta: tablesDelta(terms, sensitivity) });
}

/**
 * The days of each mechanism among these days' charges.
 * @param {readonly Charge[]} charges
 * @returns {Charges}
 */
export function summed(charges) {
  return merged(charges.map((charge) => ({ charge, days: 1 })));
}

/**
 * The same days with one row for each mechanism.
 * @param {Charges} rows
 * @returns {Charges}
 */
export function merged(rows) {
  /** @type {Map<string, {charge: Charge, days: number}>} */
  const found = new Map();
  for (const { charge, days } of rows) {
    const name = [charge.law, charge.scale, charge.sensitivity, charge.delta].join();
    found.set(name, { charge, days: days + (found.get(name)?.days ?? 0) });
  }
  return [...found.values()];
}

/**
 * Return the pure epsilon of a day of discrete Laplace noise.
 * @param {Charge} charge
 */
export function dailyEpsilon({ sensitivity, scale }) {
  return sensitivity / Number(scale);
}

/**
 * Return the zero-concentrated cost of a day of discrete Gaussian noise: squared L2 / (2 scale^2) (Bun, Steinke, TCC
 * '16).
 * @param {Charge} charge
 */
export function dailyRho({ sensitivity, scale }) {
  return sensitivity / (2 * Number(scale) ** 2);
}

/**
 * What the tables of donors' noise add: e^eps (1 + e^eps) times the distance from ideal noise, with two draws of each
 * share, on each number that can differ.
 *
 * At most 1, which promises nothing. Zero where the server adds the noise. docs/reference/privacy.md, section 5.
 * @param {Terms} terms
 * @param {number} sensitivity
 */
function tablesDelta(terms, sensitivity) {
  if (terms.protocol === "plain") return 0;
  if (!hasOneLaplace(terms)) throw new RangeError("noise that differs by the kind of number has no charge");
  const factor = Math.exp(Math.min(sensitivity / Number(terms.noise.counts.scale), LARGEST_EXPONENT));
  return Math.min(1, factor * (1 + factor) * 2 * MOST_UPLOADS * sensitivity * DISTANCE);
}
