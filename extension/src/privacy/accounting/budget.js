// Budgets: whether charged days keep to a budget, and how many more do (pdd_shared/privacy/accounting/budget.py).

import { MAX_BUDGET_DAYS } from "../../protocol/limits.js";
import { basicEpsilon, epsilon, gaussianRho } from "./composition.js";
import { COARSER, LARGEST_EPSILON, SLACK, WITHIN_ROUNDING } from "./constants.js";
import { squaredL2 } from "./parts/contributions.js";
import { gaussianMu } from "./parts/gaussian.js";
import { keepsTo, largestEpsilon } from "./parts/release.js";
import { hasParts, releaseOf } from "./releases.js";

/** @typedef {import("./charges.js").Charges} Charges */

/**
 * Return whether all these days together cost no more than the budget.
 * @param {Charges} charges
 * @param {import("../../protocol/messages.js").Budget} budget
 */
export function fits(charges, budget) {
  return within(charges, Number(budget.epsilon), Number(budget.delta));
}

/**
 * Return whether all these days together cost at most this epsilon at this delta.
 *
 * For a release of parts it compares deltas at the epsilon, so that mostly no epsilon has to be searched for.
 * @param {Charges} charges
 * @param {number} totalEpsilon
 * @param {number} delta
 * @param {number} [coarser] by how many bits the grid of a release is coarser
 */
export function within(charges, totalEpsilon, delta, coarser = 0) {
  const most = totalEpsilon * WITHIN_ROUNDING;
  if (!hasParts(charges)) {
    // Mostly the sum of the days' epsilons is within the budget, and no composition is needed.
    return basicEpsilon(charges, delta) <= most || epsilon(charges, delta) <= most;
  }
  if (gaussianRho(charges) > 0) return epsilon(charges, delta) <= most;
  return keepsTo(releaseOf(charges), totalEpsilon, delta, coarser);
}

/**
 * Return how many more days keep to this epsilon and delta, at most MAX_BUDGET_DAYS.
 *
 * This is information, and nothing is decided by it. Where days have parts and are many, it may be a few percent too
 * low: they are composed on a coarser grid, the search ends early, and no epsilon above 37 is tried.
 * @param {(days: number) => Charges} chargesAfter finds all charged days after so many more days, which never cost less
 *   than before
 * @param {number} totalEpsilon the most that all days may cost together
 * @param {number} delta the delta at which that is stated
 */
export function daysLeft(chargesAfter, totalEpsilon, delta) {
  const isOfParts = hasParts(chargesAfter(1));
  const slack = isOfParts ? SLACK : MAX_BUDGET_DAYS;
  const most = isOfParts ? Math.min(totalEpsilon, LARGEST_EPSILON) : totalEpsilon;
  /** @param {number} days */
  const enough = (days) => within(chargesAfter(days), most, delta, COARSER);
  let [low, high, tried] = [0, MAX_BUDGET_DAYS + 1, likelyDays(chargesAfter, most, delta)];
  let step = Math.max(1, Math.floor(tried / slack));
  // Composing many days takes long. So the search doubles its steps away from what is likely, and then halves.
  while (low < tried && tried < high) {
    if (enough(tried)) low = tried;
    else high = tried;
    tried = high > MAX_BUDGET_DAYS ? low + step : high - step;
    step *= 2;
  }
  while (high - low > Math.max(1, Math.floor(low / slack))) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Return about how many days last. Where days have parts, Gaussian noise of the same cost lasts nearly as long, up to
 * the epsilon from which on finite tables alone take all of delta.
 * @param {(days: number) => Charges} chargesAfter
 * @param {number} totalEpsilon
 * @param {number} delta
 */
function likelyDays(chargesAfter, totalEpsilon, delta) {
  if (delta <= 0 || !hasParts(chargesAfter(1))) return 1;
  /** @param {number} days */
  const isTooLong = (days) => {
    const charges = chargesAfter(days);
    const usable = Math.min(totalEpsilon, largestEpsilon(releaseOf(charges), delta));
    return usable <= 0 || totalRho(charges) > gaussianMu(usable, delta) ** 2 / 2;
  };
  let [low, high] = [0, MAX_BUDGET_DAYS + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isTooLong(middle)) high = middle;
    else low = middle;
  }
  return Math.max(1, low);
}

/**
 * Return about the zero-concentrated cost of all these days.
 * @param {Charges} charges
 */
function totalRho(charges) {
  return releaseOf(charges).reduce((sum, { part, periods }) => {
    return sum + (periods * squaredL2(part.caps)) / (2 * Number(part.scale) ** 2);
  }, gaussianRho(charges));
}
