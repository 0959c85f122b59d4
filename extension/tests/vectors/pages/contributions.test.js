// What was given to a campaign that is over, and what was published of it, is the same as in the Python client.

import assert from "node:assert/strict";
import { test } from "node:test";

import { contribution } from "../../../src/core/contribution.js";
import { vectors } from "../../support/vectors.js";

test("what was given and published is what the vectors say", () => {
  const all = vectors("pages/contributions");
  assert.ok(all.length > 10);
  for (const { why, given, published, expected } of all) {
    const days = published.map((/** @type {any} */ [day, donors, halfWidth]) => ({ day, donors, halfWidth }));
    assert.deepEqual(contribution(given, days), expected, why);
  }
});
