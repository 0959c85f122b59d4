// What days cost together: as in the test vectors, and where no composition is needed.
// tests/extension/protocol/test_composition.py compares composed figures with exact numbers, and with Python's on
// random days.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fits, within } from "../../../src/privacy/accounting/budget.js";
import { summed } from "../../../src/privacy/accounting/charges.js";
import { basicEpsilon, epsilon } from "../../../src/privacy/accounting/composition.js";
import { vectors } from "../../support/vectors.js";

/** @type {import("../../../src/privacy/accounting/charges.js").Charge} */
const LAPLACE = Object.freeze({ law: "discrete-laplace", scale: "81", sensitivity: 81, delta: 0 });
/** @type {import("../../../src/privacy/accounting/charges.js").Charge} */
const GAUSSIAN = Object.freeze({ law: "discrete-gaussian", scale: "200", sensitivity: 1601, delta: 0 });

/**
 * Python and JavaScript compute the same bound on the same grid, and differ by rounding.
 * @param {number} found
 * @param {number | null} expected null stands for no epsilon at all
 * @param {number} share
 */
function assertClose(found, expected, share) {
  assert.ok(
    found === (expected ?? Infinity) || Math.abs(found / (expected ?? 0) - 1) <= share,
    `${found}: ${expected}`,
  );
}

for (const { why, charges, delta, epsilon: composed, basic_epsilon: added } of vectors("privacy/privacy_costs")) {
  test(`cost: ${why}`, () => {
    // Where hardly any delta is left beside what is set aside for rounding, rounding itself shows.
    assertClose(epsilon(charges, delta), composed, delta > 1e-11 ? 1e-8 : 1e-5);
    assertClose(basicEpsilon(charges, delta), added, 1e-8);
  });
}

test("a pure guarantee is the plain sum, and nothing costs nothing", () => {
  assert.equal(epsilon([{ charge: LAPLACE, days: 30 }], 0), 30);
  assert.equal(epsilon([], 0), 0);
  assert.equal(epsilon([{ charge: LAPLACE, days: 0 }], 0.000001), 0);
});

test("epsilon is infinite if a Gaussian or the tables of donors' noise use up delta", () => {
  assert.equal(epsilon([{ charge: GAUSSIAN, days: 1 }], 0), Infinity);
  const tables = { ...LAPLACE, delta: 1e-9 };
  assert.equal(epsilon([{ charge: tables, days: 1001 }], 0.000001), Infinity);
  assert.ok(epsilon([{ charge: tables, days: 999 }], 0.000001) <= 999);
});

test("days that use a budget up exactly fit, and one more does not", () => {
  const budget = { epsilon: "30", delta: "0" };
  assert.ok(fits([{ charge: LAPLACE, days: 30 }], budget));
  assert.ok(!fits([{ charge: LAPLACE, days: 31 }], budget));
  assert.ok(within([{ charge: { ...LAPLACE, scale: "270" }, days: 10 }], 3, 0), "0.3 ten times is 3 for budgets");
});

test("days of the same mechanism are counted together, and different ones apart", () => {
  const other = { ...LAPLACE, scale: "81.5" };
  assert.deepEqual(summed([LAPLACE, other, { ...LAPLACE }, GAUSSIAN]), [
    { charge: LAPLACE, days: 2 },
    { charge: other, days: 1 },
    { charge: GAUSSIAN, days: 1 },
  ]);
});
