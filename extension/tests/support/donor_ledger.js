// What a donor's ledger answers in the cases of the donor's vectors (tests/support/reference/donor/ledger.py).

import { accountOf, affordable } from "../../src/core/donation/ledger.js";
import { chargeIn, ledgerOf } from "./donor_vectors.js";

/** @param {any} given */
export function afforded({ day, parts, ...rest }) {
  // The parts are known to keep to their consents, so none is read.
  const { paid, unpaid } = affordable(
    ledgerOf(rest),
    day,
    parts.map((/** @type {any} */ part) => [part, null]),
  );
  return { paid: paid.map(([{ campaign }]) => campaign), unpaid: Object.fromEntries(unpaid) };
}

/** @param {any} given */
export async function account({ budgets, daily, weekly, weeks, ...rest }) {
  /** @param {string} id */
  const terms = (id) => ({ protocol: "cohort", period: weeks.includes(id) ? "week" : "day", budget: budgets[id] });
  const agreed = new Map(Object.keys(budgets).map((id) => [id, /** @type {any} */ (terms(id))]));
  const found = await accountOf(ledgerOf(rest), agreed, { day: daily.map(chargeIn), week: weekly.map(chargeIn) });
  return {
    days: found.days,
    since: found.since,
    epsilon: bound(found.epsilon),
    basic_epsilon: bound(found.basicEpsilon),
    factor: bound(found.factor),
    campaigns: found.campaigns.map(({ id, days, period, epsilon, basicEpsilon }) => ({
      id,
      days,
      period,
      epsilon: bound(epsilon),
      basic_epsilon: bound(basicEpsilon),
    })),
    months: found.months.map(({ month, days, epsilon }) => ({ month, days, epsilon: bound(epsilon) })),
    days_left: found.daysLeft,
  };
}

/** @param {number} cost Infinity is null in the vectors: there is no bound */
function bound(cost) {
  return cost === Infinity ? null : cost;
}
