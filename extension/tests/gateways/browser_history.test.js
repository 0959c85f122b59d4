// Reading the browser's history: only the day's visits to result pages are returned, and no answer is large.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";

import { readVisits } from "../../src/gateways/browser/history.js";
import { historyOf } from "../support/computer.js";

const START = Date.parse("2026-11-20T00:00:00Z");
const END = START + 86_400_000;
const search = (/** @type {string} */ query) => `https://www.google.com/search?q=${query}`;

test("a day includes its first moment and excludes its end, to the microsecond", async () => {
  const times = [START - 0.001, START, START + 0.001, END - 0.001, END];
  const visits = times.map((time) => ({ url: search("flu"), time }));
  const found = await readVisits(
    historyOf(() => visits),
    START,
    END,
  );
  assert.deepEqual(
    found.map(({ time }) => time),
    [START, START + 0.001, END - 0.001],
  );
});

test("frames, doubles and other devices are left out, the browser's own pages are told, no other page is read", async () => {
  /** @type {string[]} */
  const asked = [];
  const api = historyOf(() => [
    { url: search("seen"), time: START },
    { url: search("seen"), time: START + 1, transition: "reload" },
    { url: search("started"), time: START + 2, transition: "auto_toplevel" },
    { url: search("frame"), time: START + 2, transition: "auto_subframe" },
    { url: search("double"), time: START + 2, transition: "keyword_generated" },
    { url: search("elsewhere"), time: START + 3, isLocal: false },
    { url: "https://example.org/private?q=flu", time: START + 4 },
  ]);
  const watched = {
    ...api,
    getVisits: (/** @type {{url: string}} */ one) => asked.push(one.url) && api.getVisits(one),
  };
  const found = await readVisits(/** @type {any} */ (watched), START, END);
  assert.deepEqual(
    found.map(({ url, time, reload }) => [url, time, reload]),
    [
      [search("seen"), START, false],
      [search("seen"), START + 1, true],
      [search("started"), START + 2, true],
    ],
  );
  assert.deepEqual(asked, ["seen", "started", "frame", "double", "elsewhere"].map(search));
});

test("of visits that the browser hides reloads alone are found, if their page was shown in the week before", async () => {
  const day = 86_400_000;
  const api = historyOf(() => [
    { url: search("led+on"), time: START, hidden: true },
    { url: search("led+on"), time: START + 1 },
    { url: search("restored"), time: START - 6 * day },
    { url: search("restored"), time: START + 2, hidden: true, transition: "reload" },
    { url: search("old"), time: START - 8 * day },
    { url: search("old"), time: START + 3, hidden: true, transition: "reload" },
    { url: search("shown+before"), time: START - day },
    { url: search("shown+before"), time: START + 4, hidden: true },
  ]);
  assert.deepEqual(await readVisits(api, START, END), [
    { url: search("led+on"), time: START + 1, reload: false },
    { url: search("restored"), time: START + 2, reload: true },
  ]);
});

test("deleted visits are not found any more", async () => {
  let visits = [{ url: search("flu"), time: START + 1 }];
  const api = historyOf(() => visits);
  assert.equal((await readVisits(api, START, END)).length, 1);
  visits = [];
  assert.equal((await readVisits(api, START, END)).length, 0);
});

/** A day of a million pages of which a thousand are searches, answered by another process as an index does. */
function million() {
  const step = (END - START) / 1_000_000;
  const url = (/** @type {number} */ n) => (n % 1000 === 0 ? search(`flu+${n}`) : `https://example.org/${n}`);
  const counts = { longest: 0, questions: 0 };
  const api = {
    /** @param {{startTime: number, endTime: number, maxResults: number}} query */
    search: async ({ startTime, endTime, maxResults }) => {
      const [first, last] = [startTime, endTime].map((time) => Math.max(0, Math.ceil((time - START) / step)));
      const found = Math.min(last - first, maxResults);
      counts.questions += 1;
      counts.longest = Math.max(counts.longest, found);
      await setImmediate();
      return Array.from({ length: found }, (_, index) => ({ url: url(first + index) }));
    },
    /** @param {{url: string}} page */
    getVisits: async (page) => [{ visitTime: START + Number(page.url.split("+")[1]) * step, isLocal: true }],
  };
  return { api, counts };
}

test("a day of a million visits is read in short pieces, with the browser's own work between them", async () => {
  const { api, counts } = million();
  let [last, longest, beats] = [performance.now(), 0, 0];
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
    beats += 1;
  }, 1);
  const found = await readVisits(api, START, END);
  clearInterval(beat);
  assert.equal(found.length, 1000);
  assert.ok(counts.longest <= 5000);
  assert.ok(counts.questions < 1000);
  assert.ok(beats > 10);
  assert.ok(longest < 500, `${longest} ms without a turn of the event loop`);
});
