// Composition: the epsilon that many days cost together at a delta (pdd_shared/privacy/accounting/composition.py).
//
// A day of discrete Laplace noise of scale b that hides a distance s has a privacy loss of (s - 2j) / b, j from 0 to s:
// on a lattice, so that days of one scale compose exactly, by the law of the sum of their j. The losses of different
// scales are first rounded to one grid (loss_grid.js), and then convolved all together, as in Python.
//
// Where a day has noise of its own for each kind of number, all days but the Gaussian ones are one release, which
// parts/release.js composes.

import { dailyEpsilon, dailyRho, isOfParts, whole } from "./charges.js";
import { CONVOLVED, CONVOLVED_A_DAY, ORDERS, UPWARD } from "./constants.js";
import { placesOf, sumsOf } from "./fourier.js";
import { cellOf, lossesOnGrid } from "./loss_grid.js";
import { epsilon as epsilonOfRelease } from "./parts/release.js";
import { hasParts, releaseOf, separateReleases } from "./releases.js";

/** @typedef {import("./charges.js").Charge} Charge */
/** @typedef {import("./charges.js").Charges} Charges */
/** @typedef {readonly Readonly<{charge: Charge, days: number}>[]} Whole days on which all numbers have the same noise */

const MOST_REMEMBERED = 4096;

/**
 * Return the epsilon of basic composition, the sum of the days' epsilons. That of a day without a pure one is taken at
 * an equal share of delta. The result is infinite if delta is too small for the deltas of the days.
 * @param {Charges} charges
 * @param {number} delta
 */
export function basicEpsilon(charges, delta) {
  const charged = charges.filter(({ days }) => days > 0);
  const releases = separateReleases(charged.filter(({ charge }) => isOfParts(charge)));
  const left = delta - tablesDelta(charged);
  const ofGaussian = total(whole(charged), ({ charge, days }) => (isPure(charge) ? 0 : days));
  const sharing = releases.reduce((sum, { times }) => sum + times, ofGaussian);
  if (left < 0 || (sharing > 0 && left === 0)) return Infinity;
  const ofWhole = total(whole(charged), ({ charge, days }) => days * dayEpsilon(charge, left / sharing));
  return releases.reduce((sum, { parts, times }) => {
    const release = parts.map((part) => ({ part, periods: 1 }));
    return sum + times * epsilonOfRelease(release, left / sharing);
  }, ofWhole);
}

/**
 * Return the epsilon of one day, at this delta if it has no pure one.
 * @param {Charge} charge
 * @param {number} delta
 */
function dayEpsilon(charge, delta) {
  return isPure(charge) ? dailyEpsilon(charge) : gaussian(dailyRho(charge), delta);
}

/**
 * Return the zero-concentrated cost of all days of discrete Gaussian noise; 0 without such days.
 * @param {Charges} charges
 */
export function gaussianRho(charges) {
  return total(whole(charges), ({ charge, days }) => (isPure(charge) ? 0 : days * dailyRho(charge)));
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
  const found = Math.min(basicEpsilon(charged, delta), composed(charged, delta));
  remembered.set(name, found);
  return found;
}

/**
 * @param {Charges} charges
 * @param {number} delta
 */
function composed(charges, delta) {
  const rho = gaussianRho(charges);
  if (hasParts(charges)) return withParts(charges, rho, delta);
  const left = delta - tablesDelta(charges);
  if (left <= 0 || charges.length === 0) return Infinity;
  const laplace = whole(charges).filter(({ charge }) => isPure(charge));
  if (laplace.length === 0) return gaussian(rho, left);
  return rho > 0 ? discreteLaplace(laplace, left / 2) + gaussian(rho, left / 2) : discreteLaplace(laplace, left);
}

/**
 * Return the epsilon of days of parts and of other days. Gaussian days, of cost rho, get half of delta.
 * @param {Charges} charges
 * @param {number} rho
 * @param {number} delta
 */
function withParts(charges, rho, delta) {
  const release = releaseOf(charges);
  if (rho === 0) return epsilonOfRelease(release, delta);
  return delta > 0 ? epsilonOfRelease(release, delta / 2) + gaussian(rho, delta / 2) : Infinity;
}

/**
 * Return the part of delta that is kept for what the convolution of these days leaves out or rounds.
 * @param {Whole} charges
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
 * @param {Whole} charges
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

/**
 * Return the delta of sampling from finite tables. A release of parts counts its own.
 * @param {Charges} charges
 */
function tablesDelta(charges) {
  return total(whole(charges), ({ charge, days }) => days * charge.delta);
}

/** @param {Charge} charge */
function isPure({ law }) {
  return law === "discrete-laplace";
}

/**
 * @param {Whole} charges
 * @param {(row: Whole[number]) => number} value
 */
function total(charges, value) {
  return charges.reduce((sum, row) => sum + value(row), 0);
}
