// Vector files whose cases have an `expected` answer, or the name of an `error`, by the name of what is asked.

import assert from "node:assert/strict";
import { test } from "node:test";

/** Costs in both languages differ by rounding, by less than this share. */
const ROUNDING = 1e-8;

/**
 * Test that each case of a file gets its answer. A group of cases without a function to answer them is an error.
 * @param {any} document
 * @param {Record<string, (given: any) => unknown>} answers the functions, by group
 */
export function testAnswers({ base, ...groups }, answers) {
  assert.deepEqual(Object.keys(answers).sort(), Object.keys(groups).sort());
  for (const [group, cases] of Object.entries(groups)) {
    for (const { expected, error, ...given } of cases) {
      test(`${group}: ${given.why}`, async () => {
        const answer = async () => answers[group](given);
        if (error !== undefined) await assert.rejects(answer, { name: "DonorError", code: error });
        else assertSame(await answer(), expected);
      });
    }
  }
}

/**
 * Assert that an answer is the expected one, and its fractions but for rounding.
 * @param {any} found
 * @param {any} expected
 */
function assertSame(found, expected) {
  if (typeof expected === "number" && !Number.isInteger(expected)) {
    assert.ok(Math.abs(found - expected) <= ROUNDING * Math.abs(expected), `${found}: ${expected}`);
  } else if (typeof expected !== "object" || expected === null) {
    assert.equal(found, expected);
  } else {
    assert.deepEqual(Object.keys(found), Object.keys(expected));
    for (const key of Object.keys(expected)) assertSame(found[key], expected[key]);
  }
}
