// Budgets: whether charged days keep to a budget (pdd_shared/privacy/accounting/budget.py).

import { basicEpsilon, epsilon } from "./composition.js";
import { WITHIN_ROUNDING } from "./constants.js";

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
 * @param {Charges} charges
 * @param {number} totalEpsilon
 * @param {number} delta
 */
export function within(charges, totalEpsilon, delta) {
  const most = totalEpsilon * WITHIN_ROUNDING;
  // Mostly the sum of the days' epsilons is within the budget, and no composition is needed.
  return basicEpsilon(charges, delta) <= most || epsilon(charges, delta) <= most;
}
