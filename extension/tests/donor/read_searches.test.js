// What a page shows of a day's searches; and that nothing is kept that tells what was searched.

import assert from "node:assert/strict";
import { test } from "node:test";

import { findSearches } from "../../src/core/searches.js";
import { Donor } from "../../src/donor/donor.js";
import { TABLES } from "../../src/gateways/home_store/schema.js";
import { Computer, historyOf } from "../support/computer.js";

const MINUTE = 60_000;

/** @param {...string} queries ten minutes apart, the last a minute ago */
function searched(...queries) {
  const computer = new Computer();
  const last = computer.now - MINUTE;
  computer.visits = queries.map((query, index) => ({
    url: `https://www.google.com/search?q=${encodeURIComponent(query)}`,
    time: last - (queries.length - 1 - index) * 10 * MINUTE,
  }));
  return computer;
}

/** @param {Donor} donor */
async function shown(donor) {
  const { searches } = await donor.days.searches();
  return searches.map(({ query, visits, why }) => [query, visits, why]);
}

test("a removed search does not count until it is restored", async () => {
  const donor = await Donor.open(searched("Flu", "asthma", "flu").parts());
  const [flu] = (await donor.days.searches()).searches;
  await donor.exclusions.removeSearch(flu.id);
  await donor.exclusions.block("Asthma");
  assert.deepEqual(await shown(donor), [
    ["Flu", 2, "removed"],
    ["asthma", 1, "blocked"],
  ]);
  await donor.exclusions.restoreSearch(flu.id);
  await donor.exclusions.unblock("asthma");
  assert.deepEqual(
    (await shown(donor)).map(([, , why]) => why),
    [null, null],
  );
  await assert.rejects(donor.exclusions.removeSearch("000000000000"), { code: "no-such-search" });
});

test("a search goes on being left out on one side of midnight when it is put back on the other", async () => {
  const computer = searched("flu");
  computer.now = Date.parse("2026-11-21T00:05:00Z");
  const [visit] = /** @type {import("../support/computer.js").Visited[]} */ (computer.visits);
  computer.visits = [-10, -1].map((minutes) => ({ ...visit, time: computer.now + minutes * MINUTE }));
  const donor = await Donor.open(computer.parts());
  const days = ["2026-11-20", "2026-11-21"];
  const all = async () =>
    (await Promise.all(days.map((day) => donor.days.searches(day)))).flatMap((one) => one.searches);
  for (const { id } of await all()) await donor.exclusions.removeSearch(id);
  await donor.exclusions.restoreSearch((await all())[1].id);
  const reasons = (await all()).map(({ why }) => why);
  assert.deepEqual(reasons, ["removed", null]);
});

test("a search of a locked day is not put back", async () => {
  const donor = await Donor.open(searched("flu").parts());
  const [{ id, day }] = (await donor.days.searches()).searches;
  await donor.exclusions.removeSearch(id);
  await donor.installation.store.write((home) => home.days.keepBlinded({ day, context: "", data: null, sent: true }));
  await assert.rejects(donor.exclusions.restoreSearch(id), { code: "day-locked" });
  assert.deepEqual(await shown(donor), [["flu", 1, "removed"]]);
});

test("a day's searches and its review come from one reading of the history", async () => {
  const computer = searched("flu", "weather");
  let looks = 0;
  const history = historyOf(() => computer.visits);
  const search = (/** @type {Parameters<typeof history.search>[0]} */ query) => {
    looks += 1;
    return history.search(query);
  };
  const donor = await Donor.open(computer.parts({ history: { ...history, search } }));
  const alone = await donor.days.searches();
  const once = looks;
  const [searches, review] = await donor.days.searchesAndReview(await donor.today());
  assert.deepEqual([searches, review, looks], [alone, null, 2 * once]); // nothing is joined, so nothing is reviewed
});

test("a removed search stays removed when visits extend it at either end", async () => {
  const computer = searched("flu");
  const donor = await Donor.open(computer.parts());
  await donor.exclusions.removeSearch((await donor.days.searches()).searches[0].id);
  const [visit] = /** @type {import("../support/computer.js").Visited[]} */ (computer.visits);
  computer.visits = [-29, 0, 0.5].map((minutes) => ({ ...visit, time: visit.time + minutes * MINUTE }));
  assert.deepEqual(await shown(donor), [["flu", 3, "removed"]]);
});

test("no text of a search is stored", async () => {
  const donor = await Donor.open(searched("embarrassing question").parts());
  const { searches } = await donor.days.searches();
  await donor.exclusions.removeSearch(searches[0].id);
  await donor.exclusions.pause();
  const kept = await donor.installation.store.read(({ tables }) => Promise.all(TABLES.map((name) => tables.all(name))));
  const text = JSON.stringify([kept, await donor.export()]);
  assert.match(text, /"mark":/);
  assert.doesNotMatch(text, /embarrassing|question|google/);
});

test("an unreadable history is reported without the browser's own message", async () => {
  const computer = new Computer();
  const donor = await Donor.open(computer.parts());
  assert.deepEqual(await donor.days.searches(), { searches: [], unread: [] });
  computer.visits = null;
  assert.deepEqual((await donor.days.searches()).unread, [{ reason: "the browser's history can't be read" }]);
  const without = await Donor.open(computer.parts({ history: null }));
  assert.deepEqual((await without.days.searches()).unread, [{ reason: "this browser gives no history" }]);
});

test("searches of one moment are in the order of their code points, as in the app", () => {
  const queries = ["\u{20000}", "\ufe8e", "b", "c \u{20000}", "c \ufe8e", "a"];
  const visits = queries.map((query) => ({
    url: `https://www.google.com/search?q=${encodeURIComponent(query)}`,
    time: 1_760_000_000_000,
    reload: false,
  }));
  const found = findSearches(visits, "UTC", new Uint8Array(16)).map(({ query }) => query);
  assert.deepEqual(found, ["a", "b", "c \ufe8e", "c \u{20000}", "\ufe8e", "\u{20000}"]);
});
