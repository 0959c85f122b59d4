// What many charges cost together: the epsilon of their composition at a delta (pdd_shared/privacy/composition.py).
//
// A day of discrete Laplace noise of scale b that hides a distance s has a privacy loss of (s - 2j) / b, j from 0 to s:
// on a lattice, so that days of one charge compose exactly, by the law of the sum of their j. Different charges are
// composed each by itself at an equal share of delta, and added up (Dwork et al., EUROCRYPT '06): sound, and a little
// more than Python's figure, which convolves them all.

import { dailyEpsilon, dailyRho } from "./charges.js";
import { placesOf, sumsOf } from "./fourier.js";

/** @typedef {import("./charges.js").Charge} Charge */
/** @typedef {import("./charges.js").Charges} Charges */

/**
 * Set aside of delta for what is not computed: OUTSIDE of the losses' law, and rounding, whose effect on any sum of
 * probabilities up to the largest delta, 0.001, stays below half of this for 10,000 days (measured in exact numbers).
 */
const CONVOLVED = 1e-12;
/** Rounding on the way from probabilities to epsilon. */
const UPWARD = 1 + 1e-9;
/** Wider laws than this are only added up: they are for no campaign that runs, and would take seconds. */
const MOST_LOSSES = 2 ** 20;
/** Renyi orders tried about the best one, from a tenth to ten times as far from 1. */
const ORDERS = 400;
const MOST_REMEMBERED = 4096;

/**
 * The sum of the days' epsilons; a Gaussian's at its equal share of delta. Infinite where there is none.
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
 * The epsilon of all these days together at this delta: an upper bound, never above basic composition's.
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
  const share = left / (laplace.length + (rho > 0 ? 1 : 0));
  return (
    total(laplace, ({ charge, days }) => discreteLaplace(charge, days, share)) + (rho > 0 ? gaussian(rho, share) : 0)
  );
}

/**
 * The least epsilon for which sum over losses above it of P(loss) (1 - e^(epsilon - loss)) is at most delta.
 *
 * Losses are walked from the largest down. `beyond` is the probability of those seen, `weighed` the same with each
 * times e^(current - loss): no exponential leaves floating point. Between two losses the sum is
 * beyond - e^(epsilon - current) weighed, which is solved for epsilon. Each probability is no less than the true one
 * but for rounding, and those that are not computed are together less than what is set aside: so the sum, and with it
 * epsilon, is no less than the true one.
 * @param {Charge} charge
 * @param {number} days
 * @param {number} delta
 */
function discreteLaplace({ sensitivity, scale }, days, delta) {
  const [allowed, b] = [delta - CONVOLVED, Number(scale)];
  const daily = dailyLaw(sensitivity, b);
  const places = placesOf(daily, days);
  if (allowed <= 0 || places.count > MOST_LOSSES) return Infinity;
  const law = sumsOf(daily, days, places);
  const [lossAt, step] = [(/** @type {number} */ at) => (days * sensitivity - 2 * (places.first + at)) / b, 2 / b];
  let [beyond, weighed] = [0, 0];
  for (let at = 0; at < law.length; at += 1) {
    const probability = Math.max(0, law[at]);
    beyond += probability;
    weighed = weighed * Math.exp(-step) + probability;
    // At the next loss down, all seen so far count.
    if (beyond - weighed * Math.exp(-step) > allowed) {
      return Math.max(0, lossAt(at) + Math.log((beyond - allowed) / weighed)) * UPWARD;
    }
  }
  return 0;
}

/**
 * The law of j, where (s - 2j) / b is the loss of a day: the noise's distance from 0 towards s, cut to 0 .. s.
 * @param {number} s
 * @param {number} b
 */
function dailyLaw(s, b) {
  const a = Math.exp(-1 / b);
  const law = Float64Array.from({ length: s + 1 }, (_, j) => (a ** j * (1 - a)) / (1 + a));
  law[0] = 1 / (1 + a); // the noise is 0 or points away
  law[s] = a ** s / (1 + a); // or goes s or further
  return law;
}

/**
 * From rho-zCDP to (epsilon, delta), at the best Renyi order (Canonne, Kamath, Steinke, NeurIPS '20, prop. 12).
 * @param {number} rho
 * @param {number} delta
 */
function gaussian(rho, delta) {
  const near = Math.sqrt(Math.log(1 / delta) / rho);
  const orders = Array.from({ length: ORDERS }, (_, at) => 1 + near * 10 ** ((2 * at) / (ORDERS - 1) - 1));
  const all = orders.map((a) => rho * a + Math.log1p(-1 / a) - Math.log(delta * a) / (a - 1));
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
