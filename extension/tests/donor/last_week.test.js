// A person's own counts of the last week, with the cases of tests/client/donor/days/test_last_week.py.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Donor } from "../../src/donor/donor.js";
import { Computer } from "../support/computer.js";

const [HOUR, DAY] = [3_600_000, 86_400_000];

/** @param {number} most the searches of a period that count */
const terms = (most, period = "day") => ({ protocol: "cohort", period, max_searches: most, max_matches: 2 });

const OFFER = /** @type {any} */ ({
  campaigns: Object.fromEntries(
    [terms(2), terms(5, "week")].map((one) => {
      const id = one.period === "week" ? "weekly" : "flu";
      return [id, { id, vocabulary: ["flu", "fever + child", "cough"], counting_rules: 3, terms: one }];
    }),
  ),
});

/** @param {Donor} donor */
async function counts(donor) {
  const own = await donor.days.lastWeek(OFFER);
  return own && Object.fromEntries([...own].map(([id, found]) => [id, Object.fromEntries(found)]));
}

test("counts of the last week are those that a campaign would get, and nothing is kept", async () => {
  const computer = new Computer();
  const ago = /** @type {[string, number][]} */ ([
    ["flu", 7 * DAY],
    ...[3, 2, 1].map((hours) => ["flu", 6 * DAY + hours * HOUR]),
    ["flu cough", 2 * DAY],
    ["tea", DAY],
    ["cough", 0],
  ]);
  computer.visits = ago.map(([query, before]) => ({
    url: `https://www.google.com/search?q=${encodeURIComponent(query)}`,
    time: computer.now - before,
  }));
  const donor = await Donor.open(computer.parts());
  // Two searches of a day count, or five of the week.
  assert.deepEqual(await counts(donor), {
    flu: { flu: 3, "fever + child": 0, cough: 2 },
    weekly: { flu: 4, "fever + child": 0, cough: 1 },
  });
  await donor.exclusions.block("cough");
  assert.deepEqual(await counts(donor), {
    flu: { flu: 2, "fever + child": 0, cough: 0 },
    weekly: { flu: 3, "fever + child": 0, cough: 0 },
  });
  assert.deepEqual(await donor.log(), []);
});

test("a history that can't be read is no zero", async () => {
  const donor = await Donor.open({ ...new Computer().parts(), history: null });
  assert.equal(await counts(donor), null);
});
