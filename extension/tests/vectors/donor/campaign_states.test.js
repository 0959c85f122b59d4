// A campaign's state on each day is the same as in the Python client.

import assert from "node:assert/strict";
import { test } from "node:test";

import { campaignState } from "../../../src/core/campaign_state.js";
import { vectors } from "../../support/vectors.js";

test("the state changes on the vectors' days, at every boundary", () => {
  const all = vectors("donor/campaign_states");
  assert.ok(all.length > 20);
  for (const { why, start, agreed_end: agreedEnd, newest_end: newestEnd, unlisted, delay, today, ...expected } of all) {
    assert.deepEqual(campaignState({ start, agreedEnd, newestEnd, unlisted }, delay, today), expected, why);
  }
});
