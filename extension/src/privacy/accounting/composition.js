// Composition: the epsilon that many days cost together at a delta (pdd_shared/privacy/accounting/composition.py).
//
// A day of discrete Laplace noise of scale b that hides a distance s has a privacy loss of (s - 2j) / b, j from 0 to s:
// on a lattice, so that days of one scale compose exactly, by the law of the sum of their j. The losses of different
// scales are first rounded to one grid (loss_grid.js), and then convolved all together, as in Python.

import { dailyEpsilon, dailyRho } from "./charges.js";
import { CONVOLVED, CONVOLVED_A_DAY, ORDERS, UPWARD } from "./constants.js";
import { placesOf, sumsOf } from "./fourier.js";
import { cellOf, lossesOnGrid } from "./loss_grid.js";

/** @typedef {import("./charges.js").Charge} Charge */
/** @typedef {import("./charges.js").Charges} Charges */

const MOST_REMEMBERED = 4096;

/**
 * Return the epsilon of basic composition, the sum of the days' epsilons; a Gaussian day's is taken at an equal share
 * of delta. It is infinite if delta is too small for the deltas of the days.
 * @param {Charges} charges
 * @param {number} delta
 */
export function basicEpsilon(charges, delta) {
  const left = delta - tablesDelta(charges);
  const gaussianDays = total(charges, ({ charge, days }) => (isLaplace(charge) ? 0 : days));
  if (left < 0 || (gaussianDays > 0 && left === 0)) return Infinity;
  return total(charges, ({ charge, days }) =>
    days === 0
      ? 0
      : days * (isLaplace(charge) ? dailyEpsilon(charge) : gaussian(dailyRho(charge), left / gaussianDays)),
  );
}

/** @type {Map<string, number>} */
const remembered = new Map();

/**
 * Return an upper bound on the epsilon of all these days together at this delta, never above basic composition's.
 *
 * A pure guarantee, delta 0, is basic composition. Infinite where no epsilon holds at this delta.
 * @param {Charges} charges
 * @param {number} delta
 */
export function epsilon(charges, delta) {
  const charged = charges.filter(({ days }) => days > 0);
  const name = JSON.stringify([charged, delta]);
  const known = remembered.get(name);
  if (known !== undefined) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const found = Math.min(basicEpsilon(charged, delta), composed(charged, delta - tablesDelta(charged)));
  remembered.set(name, found);
  return found;
}

/**
 * @param {Charges} charges
 * @param {number} left of delta, once what the tables of noise take of it is taken
 */
function composed(charges, left) {
  if (left <= 0 || charges.length === 0) return Infinity;
  const laplace = charges.filter(({ charge }) => isLaplace(charge));
  const rho = total(charges, ({ charge, days }) => (isLaplace(charge) ? 0 : days * dailyRho(charge)));
  if (laplace.length === 0) return gaussian(rho, left);
  return rho > 0 ? discreteLaplace(laplace, left / 2) + gaussian(rho, left / 2) : discreteLaplace(laplace, left);
}

/**
 * Return the part of delta that is kept for what the convolution of these days leaves out or rounds.
 * @param {Charges} charges
 */
function setAside(charges) {
  return Math.max(CONVOLVED, CONVOLVED_A_DAY * total(charges, ({ days }) => days));
}

/**
 * Return the least epsilon for which the sum over losses above it of P(loss) (1 - e^(epsilon - loss)) is at most delta.
 *
 * Losses are walked from the largest down. `beyond` is the probability of those seen, `weighed` the same with each
 * times e^(current - loss): no exponential leaves floating point. Between two losses the sum is
 * beyond - e^(epsilon - current) weighed, which is solved for epsilon. Each probability is no less than the true one
 * but for rounding, and those that are not computed are together less than what is set aside: so the sum, and with it
 * epsilon, is no less than the true one.
 * @param {Charges} charges
 * @param {number} delta
 */
function discreteLaplace(charges, delta) {
  const allowed = delta - setAside(charges);
  if (allowed <= 0) return Infinity;
  const step = cellOf(charges);
  const daily = charges.map(({ charge, days }) => ({ law: lossesOnGrid(charge, step), times: days }));
  const places = placesOf(daily);
  const largest = total(charges, ({ charge, days }) => days * dailyEpsilon(charge));
  const fading = Math.exp(-step);
  let [beyond, weighed] = [0, 0];
  for (const [at, computed] of sumsOf(daily, places).entries()) {
    const probability = Math.max(0, computed);
    beyond += probability;
    weighed = weighed * fading + probability;
    // At the next loss down, all seen so far count.
    if (beyond - weighed * fading > allowed) {
      return Math.max(0, largest - step * (places.first + at) + Math.log((beyond - allowed) / weighed)) * UPWARD;
    }
  }
  return 0;
}

/**
 * Convert rho-zCDP to (epsilon, delta), at the best Renyi order (Canonne, Kamath, Steinke, NeurIPS '20, prop. 12).
 * @param {number} rho
 * @param {number} delta
 */
function gaussian(rho, delta) {
  const near = Math.sqrt(Math.log(1 / delta) / rho);
  // Orders less 1, around the best: where there is hardly any noise, 1 plus that would round to 1.
  const above = Array.from({ length: ORDERS }, (_, at) => near * 10 ** ((2 * at) / (ORDERS - 1) - 1));
  const all = above.map((a) => rho * (1 + a) + Math.log(a) - Math.log1p(a) - (Math.log(delta) + Math.log1p(a)) / a);
  return Math.max(0, Math.min(...all)) * UPWARD;
}

/** @param {Charges} charges */
function tablesDelta(charges) {
  return total(charges, ({ charge, days }) => days * charge.delta);
}

/** @param {Charge} charge */
function isLaplace({ law }) {
  return law === "discrete-laplace";
}

/**
 * @param {Charges} charges
 * @param {(row: Charges[number]) => number} value
 */
function total(charges, value) {
  return charges.reduce((sum, row) => sum + value(row), 0);
}
