// How sure the results can make somebody is said in the same number as in Python.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isHigh, percentOf, percentSure } from "../../../src/privacy/accounting/certainty.js";
import { vectors } from "../../support/vectors.js";

const { factors, budgets } = vectors("privacy/certainty");

/** @param {string | null} percent */
const numberOf = (percent) => (percent === null ? null : Number(percent));

for (const { why, factor, percent } of factors) {
  test(`a factor: ${why}`, () => assert.equal(percentSure(factor), numberOf(percent)));
}

for (const { why, percent, ...budget } of budgets) {
  test(`a budget: ${why}`, () => assert.equal(percentOf(budget), numberOf(percent)));
}

for (const [epsilon, delta, asks] of /** @type {const} */ ([
  ["5", "0", false],
  ["5.01", "0", true],
  ["1", "0.00001", false],
  ["1", "0.001", true],
])) {
  test(`a budget of ${epsilon} and ${delta} is ${asks ? "" : "not "}asked about`, () =>
    assert.equal(isHigh({ epsilon, delta }), asks));
}
