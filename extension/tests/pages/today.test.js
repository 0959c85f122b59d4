// The Today page, for a day that changes while it is shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withRemovedSearches } from "../../src/pages/main/today/removed_searches.js";
import { SEARCHES } from "./scripted_donor/facts.js";

const [FIRST, SECOND] = SEARCHES;
const OUT = { ...FIRST, why: /** @type {const} */ ("removed") };

/**
 * Return a day with these searches, some of them behind "flu".
 * @param {readonly any[]} searches
 * @param {readonly any[]} behind
 * @param {object} [more]
 * @returns {any}
 */
function shown(searches, behind, more = {}) {
  const entries = behind.length > 0 ? [{ label: "flu", count: behind.length, searches: behind }] : [];
  const zeros = behind.length > 0 ? ["fever"] : ["flu", "fever"];
  const part = { id: "f", why: null, entries, zeros, counted: behind, leftOut: [] };
  return { day: "2026-11-20", locked: false, searches, campaigns: [part], ...more };
}

test("a removed search stays in its row and is not counted", () => {
  const before = shown([FIRST, SECOND], [FIRST, SECOND]);
  const [{ entries }] = withRemovedSearches(shown([OUT, SECOND], [SECOND]), before).campaigns;
  assert.deepEqual(entries, [{ label: "flu", count: 1, searches: [OUT, SECOND] }]);
});

test("the removed last search of a keyword keeps its row, apart from the others", () => {
  const before = shown([FIRST], [FIRST]);
  const [{ entries, zeros }] = withRemovedSearches(shown([OUT], []), before).campaigns;
  assert.deepEqual(entries, [{ label: "flu", count: 0, searches: [OUT] }]);
  assert.deepEqual(zeros, ["fever"]);
});

test("a restored search is listed once, and one gone from the history is not", () => {
  const before = withRemovedSearches(shown([OUT], []), shown([FIRST], [FIRST]));
  assert.deepEqual(withRemovedSearches(shown([FIRST], [FIRST]), before).campaigns, shown([FIRST], [FIRST]).campaigns);
  assert.deepEqual(withRemovedSearches(shown([], []), before).campaigns, shown([], []).campaigns);
});

test("another day, a locked day and a day without numbers are unchanged", () => {
  const before = shown([FIRST], [FIRST]);
  for (const more of [{ day: "2026-11-19" }, { locked: true }]) {
    const day = shown([OUT], [], more);
    assert.equal(withRemovedSearches(day, before), day);
  }
  const none = { id: "f", why: "paused", entries: [], zeros: [] };
  assert.deepEqual(withRemovedSearches(shown([OUT], [], { campaigns: [none] }), before).campaigns, [none]);
});
