// The waiting days on the Today page: each line shows what an approval of the day would keep.

import assert from "node:assert/strict";
import { test } from "node:test";
import { approvable, waitingDay, waitingDays } from "../../src/pages/main/today/waiting_view_model.js";

/**
 * Return the part of a review that a campaign has.
 * @param {object} [more]
 * @returns {any}
 */
function part(more = {}) {
  const entries = [{ entry: "flu", text: "flu", count: 1, searches: [] }];
  return { id: "flu", period: "day", repeats: null, searches: 2, entries, why: null, days: [], ...more };
}

/**
 * Return the review of a day with these parts.
 * @param {string} day
 * @param {...any} campaigns
 * @returns {any}
 */
function review(day, ...campaigns) {
  return { day, locked: false, campaigns, unread: [], time: 1, withheld: false };
}

const [THURSDAY, SUNDAY] = ["2026-11-19", "2026-11-22"];

test("a week so far is in no day's line: an approval keeps it on the week's last day only", () => {
  const entries = [{ entry: "flu", text: "flu", count: 5, searches: [] }];
  const weekly = part({ id: "week", period: "week", searches: 9, entries });
  const thursday = waitingDay(null, review(THURSDAY, part(), weekly));
  assert.deepEqual([thursday.entries, thursday.searches], [[["flu", 1]], 2]);
  const sunday = waitingDay(null, review(SUNDAY, part(), weekly));
  assert.deepEqual([sunday.entries, sunday.searches], [[["flu", 5]], 9]);
  const again = waitingDay(null, review(THURSDAY, part(), { ...weekly, repeats: "2026-11-15" }));
  assert.deepEqual([again.entries, again.searches], [[["flu", 5]], 9]);
});

test("the keyword with the largest count comes first, and equal ones by their names", () => {
  const entries = ["b", "a", "c"].map((entry) => ({ entry, text: entry, count: entry === "c" ? 3 : 1, searches: [] }));
  const shown = waitingDay(null, review(THURSDAY, part({ entries })));
  assert.deepEqual(shown.entries.flat(), ["c", 3, "a", 1, "b", 1]);
});

test("a day of which a campaign gets nothing is not approved with others, and a pause is no such reason", () => {
  const whys = ["no-history", null, "paused", "over", "not-begun"];
  const waiting = whys.map((why) => waitingDay(null, review(THURSDAY, part({ why, searches: 0, entries: [] }))));
  assert.deepEqual(waiting[0].whys, ["no-history"]);
  assert.deepEqual(
    approvable(waiting),
    waiting.slice(1).map((one) => one.review),
  );
  const both = waitingDay(null, review(THURSDAY, part(), part({ id: "other", why: "no-history", entries: [] })));
  assert.deepEqual([both.entries, approvable([both])], [[["flu", 1]], []]);
});

test("past days that wait are listed, the oldest first, and today is not", async () => {
  const state = /** @type {const} */ ("waits-for-you");
  const days = ["2026-11-20", "2026-11-19", "2026-11-18"].map((day) => ({ day, state, until: day }));
  const approved = { day: "2026-11-17", state: "approved", until: null };
  const donor = /** @type {any} */ ({ days: { review: async (/** @type {string} */ day) => review(day, part()) } });
  const shown = await waitingDays(donor, /** @type {any} */ ([...days, approved]), "2026-11-20");
  assert.deepEqual(
    shown.map(({ day, until }) => [day, until]),
    [
      ["2026-11-18", "2026-11-18"],
      ["2026-11-19", "2026-11-19"],
    ],
  );
});
