// The worst vector: a hit that moves to a number with as many hits or more tells no less
// (pdd_shared/privacy/accounting/parts/exchange.py, where it is explained why it is checked).

import { MOST_PER_NUMBER } from "../../../protocol/limits.js";
import { remembered } from "../../remembered.js";
import { sum } from "./arrays.js";
import { CARRIED, CUTS } from "./constants.js";
import { certain, lawOfShift } from "./ratio_grid.js";

/** @typedef {import("./ratios.js").LawName} LawName */
/** @typedef {import("./ratio_grid.js").RatioLaw} RatioLaw */

const MOST_KEPT = 256;

/**
 * Return what an exchange of one hit can lower a divergence by at most, over all pairs of shifts.
 *
 * RangeError if a number may grow by more than MOST_PER_NUMBER, and the law is not discrete Laplace.
 */
export const excess = remembered(
  MOST_KEPT,
  /** @type {(law: LawName, scale: string, perNumber: number, bits: number) => number} */
  (law, scale, perNumber, bits) => {
    if (law === "discrete-laplace") return 0;
    if (perNumber > MOST_PER_NUMBER) {
      throw new RangeError(`at most ${MOST_PER_NUMBER} hits for one of several numbers, not ${perNumber}`);
    }
    /** @param {number} shift */
    const moved = (shift) => (shift === 0 ? certain(bits) : lawOfShift(law, scale, shift, bits));
    const found = pairs(perNumber).map(([s, t]) => {
      return lowered(moved(s), moved(t), moved(s + 1), moved(t - 1));
    });
    return found.reduce((largest, each) => Math.max(largest, each), 0);
  },
);

/**
 * Return all pairs of shifts s >= t >= 1 with s below the cap.
 * @param {number} perNumber
 */
function pairs(perNumber) {
  const shifts = Array.from({ length: perNumber - 1 }, (_, at) => at + 1);
  return shifts.flatMap((s) => shifts.filter((t) => t <= s).map((t) => [s, t]));
}

/**
 * Return an upper bound of what the exchange of the first two laws for the last two lowers a divergence by.
 *
 * `times` rounds the mass beyond the grid up. For the last two that is the wrong direction, so it is added here.
 * @param {RatioLaw} one
 * @param {RatioLaw} other
 * @param {RatioLaw} more
 * @param {RatioLaw} less
 */
function lowered(one, other, more, less) {
  const rounded = (CARRIED - 1) * (more.beyond + less.beyond) + more.beyond * less.beyond;
  return above(one.times(other), more.times(less)) + rounded * CARRIED;
}

/**
 * Return an upper bound of the largest difference of the first law's divergence to the other's, at any k >= 0.
 *
 * Both divergences are linear in k between places of the grid, and below the lowest one, down to k = 0.
 * @param {RatioLaw} one
 * @param {RatioLaw} other
 */
function above(one, other) {
  const [lowest, after] = [Math.min(one.first, other.first), Math.max(one.after, other.after)];
  const [high, low] = [curve(one, lowest, after), curve(other, lowest, after)];
  const rounding = 16 * high.length * 2 ** -52;
  const differences = high.map((each, at) => each * (1 + rounding) - low[at] * (1 - rounding));
  return differences.reduce((largest, each) => Math.max(largest, each), 0) + CUTS;
}

/**
 * Return the divergence at k = 0, which is the mass, and at the places from `lowest` to before `after`.
 * @param {RatioLaw} law
 * @param {number} lowest
 * @param {number} after
 */
function curve(law, lowest, after) {
  const found = new Float64Array(1 + after - lowest).fill(law.beyond);
  found[0] = sum(law.masses) + law.beyond;
  found.set(law.divergences(lowest), 1);
  return found;
}
