// The ledger refuses the days that Python's refuses, and the account says the same.

import assert from "node:assert/strict";
import { test } from "node:test";

import { accountOf, checkedCeiling } from "../../../src/core/donation/ledger.js";
import { testAnswers } from "../../support/answers.js";
import { account, afforded } from "../../support/donor_ledger.js";
import { ledgerOf } from "../../support/donor_vectors.js";
import { vectors } from "../../support/vectors.js";

const DAY = { law: "discrete-laplace", scale: "16", sensitivity: 16, delta: 0 };

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
