// What days cost together where no composing is needed; composed figures are held against Python's and exact numbers in
// tests/extension/test_javascript_privacy.py.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fits, within } from "../src/protocol/privacy/budget.js";
import { summed } from "../src/protocol/privacy/charges.js";
import { basicEpsilon, epsilon } from "../src/protocol/privacy/composition.js";

/** @type {import("../src/protocol/privacy/charges.js").Charge} */
const LAPLACE = Object.freeze({ law: "discrete-laplace", scale: "81", sensitivity: 81, delta: 0 });
/** @type {import("../src/protocol/privacy/charges.js").Charge} */
const GAUSSIAN = Object.freeze({ law: "discrete-gaussian", scale: "200", sensitivity: 1601, delta: 0 });

test("a pure guarantee is the plain sum, and nothing costs nothing", () => {
  assert.equal(epsilon([{ charge: LAPLACE, days: 30 }], 0), 30);
  assert.equal(epsilon([], 0), 0);
  assert.equal(epsilon([{ charge: LAPLACE, days: 0 }], 0.000001), 0);
});

test("composing never costs more than the plain sum, and for many days much less", () => {
  for (const days of [1, 2, 30, 365]) {
    const charges = [{ charge: LAPLACE, days }];
    assert.ok(epsilon(charges, 0.000001) <= basicEpsilon(charges, 0.000001));
  }
  const year = [{ charge: { ...LAPLACE, scale: "810" }, days: 365 }];
  assert.ok(epsilon(year, 0.000001) < 0.4 * basicEpsilon(year, 0.000001));
});

test("no epsilon holds where delta is used up, by a Gaussian or by the tables of donors' noise", () => {
  assert.equal(epsilon([{ charge: GAUSSIAN, days: 1 }], 0), Infinity);
  const tables = { ...LAPLACE, delta: 1e-9 };
  assert.equal(epsilon([{ charge: tables, days: 1001 }], 0.000001), Infinity);
  assert.ok(epsilon([{ charge: tables, days: 999 }], 0.000001) <= 999);
});

test("a sum too wide to compose is added up", () => {
  const charges = [{ charge: { ...LAPLACE, sensitivity: 101_001, scale: "1000000" }, days: 3650 }];
  assert.equal(epsilon(charges, 0.000001), basicEpsilon(charges, 0.000001));
});

test("a budget spent to the last digit fits, a day more does not", () => {
  const budget = { epsilon: "30", delta: "0" };
  assert.ok(fits([{ charge: LAPLACE, days: 30 }], budget));
  assert.ok(!fits([{ charge: LAPLACE, days: 31 }], budget));
  assert.ok(within([{ charge: { ...LAPLACE, scale: "270" }, days: 10 }], 3, 0), "0.3 ten times is 3 for budgets");
});

test("days of the same mechanism are counted together, of others apart", () => {
  const other = { ...LAPLACE, scale: "81.5" };
  assert.deepEqual(summed([LAPLACE, other, { ...LAPLACE }, GAUSSIAN]), [
    { charge: LAPLACE, days: 2 },
    { charge: other, days: 1 },
    { charge: GAUSSIAN, days: 1 },
  ]);
});
