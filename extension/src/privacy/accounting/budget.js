// Budgets: whether what was charged keeps to one (pdd_shared/privacy/accounting/budget.py).

import { basicEpsilon, epsilon } from "./composition.js";

/** @typedef {import("./charges.js").Charges} Charges */

/** A budget spent to the last digit is not overspent because machines round differently. */
const WITHIN_ROUNDING = 1 + 1e-9;

/**
 * Whether all these days together cost no more than the budget.
 * @param {Charges} charges
 * @param {import("../../protocol/messages.js").Budget} budget
 */
export function fits(charges, budget) {
  return within(charges, Number(budget.epsilon), Number(budget.delta));
}

/**
 * Whether all these days together cost at most this epsilon at this delta.
 * @param {Charges} charges
 * @param {number} totalEpsilon
 * @param {number} delta
 */
export function within(charges, totalEpsilon, delta) {
  const most = totalEpsilon * WITHIN_ROUNDING;
  // Mostly the plain sum is within, and nothing has to be composed.
  return basicEpsilon(charges, delta) <= most || epsilon(charges, delta) <= most;
}
