// The ledger refuses the days that Python's refuses, and the account says the same.

import assert from "node:assert/strict";
import { test } from "node:test";

import { accountOf, affordable, checkedCeiling } from "../../../src/core/donation/ledger.js";
import { testAnswers } from "../../support/answers.js";
import { chargeIn, ledgerOf } from "../../support/donor_vectors.js";
import { vectors } from "../../support/vectors.js";

const DAY = { law: "discrete-laplace", scale: "16", sensitivity: 16, delta: 0 };

/** @param {any} given */
function afforded({ day, parts, ...rest }) {
  // The parts are known to keep to their consents, so none is read.
  const { paid, unpaid } = affordable(
    ledgerOf(rest),
    day,
    parts.map((/** @type {any} */ part) => [part, null]),
  );
  return { paid: paid.map(([{ campaign }]) => campaign), unpaid: Object.fromEntries(unpaid) };
}

/** @param {any} given */
async function account({ budgets, daily, weekly, weeks, ...rest }) {
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

testAnswers(vectors("donor/ledger"), {
  affordable: afforded,
  accounts: account,
  ceilings: ({ typed }) => checkedCeiling(typed),
});

test("an account is computed in steps, between which others may run", async () => {
  const given = [{ campaign: "flu", first: "2026-11-30", days: 2, charge: DAY }];
  let pauses = 0;
  const terms = /** @type {any} */ ({ protocol: "plain", budget: { epsilon: "9", delta: "0" } });
  await accountOf(ledgerOf({ given, ceiling: null }), new Map([["flu", terms]]), { day: [], week: [] }, async () => {
    pauses += 1;
  });
  assert.equal(pauses, 1 + 1 + 2 + 1, "after the total, before each campaign and month, before the days left");
});
