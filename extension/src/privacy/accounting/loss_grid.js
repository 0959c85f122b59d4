// Privacy losses of discrete Laplace noise on one grid, so that days of different scales can be convolved.
//
// A grid begins at the largest loss and goes down in steps of one cell. A loss between two places is split over both so
// that the expectations of 1 and of e^-loss stay: "connect the dots" (Doroshenko et al., PETS '22). As
// max(0, 1 - e^(epsilon - loss)) is convex in e^-loss, its expectation only grows: the guarantee is never overstated.

import { dailyEpsilon } from "./charges.js";
import { CELLS, OUTSIDE } from "./constants.js";

/** @typedef {import("./charges.js").Charge} Charge */
/** @typedef {import("./composition.js").Whole} Whole */

/**
 * Return the size of the grid's cells for these charges: the distance of their losses if all have one scale, which
 * makes the grid exact.
 *
 * Otherwise, or where the lattice would be finer than needed, a share of the range that the sum of all losses keeps
 * to but for a probability of OUTSIDE (Hoeffding, JASA '63, theorem 2).
 * @param {Whole} charges all discrete Laplace, at least one
 */
export function cellOf(charges) {
  let [most, squares] = [0, 0];
  for (const { charge, days } of charges) {
    most += 2 * days * dailyEpsilon(charge);
    squares += days * (2 * dailyEpsilon(charge)) ** 2;
  }
  const cell = Math.min(most, Math.sqrt(2 * squares * Math.log(2 / OUTSIDE))) / CELLS;
  const lattice = 2 / Number(charges[0].charge.scale);
  return lattice >= cell && charges.every(({ charge }) => charge.scale === charges[0].charge.scale) ? lattice : cell;
}

/**
 * Return the probability that a day's loss is 0, 1, 2, ... cells below its largest, rounded to the grid.
 * @param {Charge} charge
 * @param {number} cell
 */
export function lossesOnGrid(charge, cell) {
  const [s, b] = [charge.sensitivity, Number(charge.scale)];
  const distance = 2 / b / cell; // exactly 1 where the grid is the lattice
  const law = new Float64Array(Math.ceil(s * distance) + 1);
  for (const [j, probability] of dailyLaw(s, b).entries()) {
    const above = Math.floor(j * distance);
    const share = shareBelow((j * distance - above) * cell, cell);
    law[above] += probability * (1 - share);
    if (share > 0) law[above + 1] += probability * share;
  }
  return law;
}

/**
 * Return the share of a loss's probability that goes to the place below it, if it is so far below the place above.
 * @param {number} distance
 * @param {number} cell
 */
function shareBelow(distance, cell) {
  return (Math.exp(distance - cell) * Math.expm1(-distance)) / Math.expm1(-cell);
}

/**
 * Return the law of j, where (s - 2j) / b is the loss of a day. j is the noise towards s, clipped to 0 .. s.
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
