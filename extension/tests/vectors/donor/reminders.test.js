// Which reminder is due, and what is remembered of it, is the same as in the Python client.

import assert from "node:assert/strict";
import { test } from "node:test";

import { due } from "../../../src/core/reminders.js";
import { vectors } from "../../support/vectors.js";

test("the reminder is that of the vectors, and so is what is remembered of it", () => {
  const all = vectors("donor/reminders");
  assert.ok(all.length > 30);
  for (const { why, situation, told, expected } of all) {
    const { now, last_given: lastGiven, ...rest } = situation;
    const found = due({ ...rest, now: Date.parse(now), lastGiven }, inMilliseconds(told));
    if (found === null) assert.equal(expected, null, why);
    else {
      const remembered = { ...found.told, ends: [...found.told.ends].sort(), results: [...found.told.results].sort() };
      assert.deepEqual(
        { reminder: found.reminder, told: remembered },
        { reminder: expected?.reminder, told: inMilliseconds(expected?.told) },
        why,
      );
    }
  }
});

/** @param {any} told */
function inMilliseconds(told) {
  return told && { ...told, at: told.at && Date.parse(told.at) };
}
