// The pages' view models.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { byDay, publishedWeek } from "../../src/core/published_totals.js";
import { weekRows } from "../../src/pages/main/first_run/last_week.js";
import { ranking, seriesOf } from "../../src/pages/main/results/view_model.js";
import { roundedUp } from "../../src/pages/main/sent/account_texts.js";
import { weeksOf } from "../../src/pages/main/sent/calendar.js";
import { lastDay } from "../../src/pages/main/sent/privacy_account.js";
import { givenOn } from "../../src/pages/main/sent/view_model.js";
import { chosenDay, numbersOf } from "../../src/pages/main/today/view_model.js";
import { counted } from "../../src/pages/popup/view.js";
import { mayBeAsked, originPattern } from "../../src/pages/session/browser.js";
import { isJoinPage, parseLink } from "../../src/pages/session/join_link.js";
import { nearest, runs, spread, ticks } from "../../src/pages/widgets/chart/plot.js";
import { pauses } from "../../src/pages/widgets/pause_control.js";
import { STORIES } from "./scripted_donor/stories.js";

const PASTED = JSON.parse(readFileSync(new URL("./pasted_links.json", import.meta.url), "utf8"));

test("what people paste is read as the app reads it", () => {
  for (const { text, ...link } of PASTED.links) assert.deepEqual({ ...parseLink(text) }, link, text);
  assert.equal(parseLink("https://someone:secret@pdd.example.org/").url, "https://pdd.example.org");
});

test("a page to join by is known by its address", () => {
  assert.ok(isJoinPage("https://pdd.example.org/join/winter-flu?lang=de#invitation=AB"));
  for (const other of [
    "https://pdd.example.org/",
    "https://pdd.example.org/join",
    "about:blank",
    "file:///join/flu",
    "",
  ]) {
    assert.ok(!isJoinPage(other), other);
  }
});

test("a text that is no link is not requested", () => {
  for (const text of PASTED.none) assert.throws(() => parseLink(text), { code: "not-a-link" }, text);
});

test("a server's address is its name, without encryption only on this computer", () => {
  assert.equal(originPattern("https://pdd.example.org:8443/x"), "https://pdd.example.org/*");
  assert.ok(mayBeAsked("https://pdd.example.org"));
  assert.ok(mayBeAsked("http://127.0.0.1:5000"));
  assert.ok(!mayBeAsked("http://pdd.example.org"));
});

test("a pause ends at midnight by this computer's calendar", () => {
  const [tomorrow, week, open] = pauses(new Date(2026, 9, 24, 15).getTime()).map(([, until]) => until);
  assert.equal(tomorrow, new Date(2026, 9, 25).getTime());
  assert.equal(week, new Date(2026, 9, 31).getTime()); // with a change from summer time on the way
  assert.equal(open, null);
});

test("the ticks of a chart are round numbers that cover the values", () => {
  assert.deepEqual(ticks(0, 287, 6), [0, 100, 200, 300]);
  assert.deepEqual(ticks(-3, 41, 6), [-10, 0, 10, 20, 30, 40, 50]);
  assert.deepEqual(ticks(0, 1, 3), [0, 0.5, 1]);
});

test("a line is cut where days have no number", () => {
  const point = (/** @type {string} */ day) => ({ day, value: 1, low: 1, high: 1 });
  const series = { name: "flu", points: ["2026-11-01", "2026-11-02", "2026-11-04"].map(point) };
  assert.deepEqual(
    runs(series, 1).map((run) => run.length),
    [2, 1],
  );
  assert.deepEqual(
    runs(series, 2).map((run) => run.length),
    [3],
  );
});

test("labelled days are spread over the time, and the nearest day to a place is found", () => {
  const days = ["2026-11-01", "2026-11-02", "2026-11-09", "2026-11-11"];
  assert.deepEqual(spread(days, 3), ["2026-11-01", "2026-11-11"]); // the ninth is too far from the middle
  assert.deepEqual(spread([...days, "2026-11-06"].sort(), 3), ["2026-11-01", "2026-11-06", "2026-11-11"]);
  assert.equal(nearest(days, 0.85), 2);
  assert.deepEqual(spread(["2026-11-01"], 4), ["2026-11-01"]);
});

test("a total over regions has the half width that the server says of it, else one of their squares, and does not exist if a region is missing", () => {
  const part = (/** @type {string} */ stratum, /** @type {Record<string, number>} */ totals) => {
    return { day: "2026-11-01", stratum, donors: 50, searches: 500, halfWidth: 3, totals, final: true };
  };
  const days = [part("north", { flu: 4, fever: 1 }), { ...part("south", { flu: 5 }), halfWidth: 4 }];
  const found = { id: "a", title: "A", period: /** @type {const} */ ("week"), joined: true, days, missing: [] };
  assert.deepEqual(ranking(found), ["flu", "fever"]);
  assert.deepEqual(seriesOf(byDay(found.days), "flu").points, [{ day: "2026-11-01", value: 9, low: 4, high: 14 }]);
  assert.deepEqual(seriesOf(byDay(found.days), "fever").points, []);
  const said = { ...found, days: days.map((one) => ({ ...one, halfWidthTogether: 6 })) };
  assert.deepEqual(seriesOf(byDay(said.days), "flu").points, [{ day: "2026-11-01", value: 9, low: 3, high: 15 }]);
  const north = { ...said, days: said.days.slice(0, 1) };
  assert.deepEqual(seriesOf(byDay(north.days), "flu").points, [{ day: "2026-11-01", value: 4, low: 1, high: 7 }]);
});

test("a bound is rounded so that it stays true", () => {
  assert.equal(roundedUp(0.1 + 0.2), 0.3);
  assert.equal(roundedUp(29.961), 30);
  assert.equal(roundedUp(22_026.4), 22_100);
  assert.equal(roundedUp(0.0012341), 0.00124);
});

test("a month is whole weeks, from the day that weeks begin with", () => {
  const weeks = weeksOf("2026-11", 1);
  assert.equal(weeks.length, 6);
  assert.deepEqual([weeks[0][0], weeks[5][6]], ["2026-10-26", "2026-12-06"]);
  assert.equal(weeksOf("2026-02", 0).length, 4);
  assert.deepEqual([lastDay("2026-12"), lastDay("2028-02")], ["2026-12-31", "2028-02-29"]);
});

test("the day that waits for the donor and ends first is shown first", () => {
  const never = { goesOut: null, goesOutAt: null };
  const waits = (/** @type {string} */ day) => ({
    day,
    state: /** @type {const} */ ("waits-for-you"),
    until: day,
    ...never,
  });
  const days = [waits("2026-11-20"), waits("2026-11-19"), waits("2026-11-18")];
  assert.equal(chosenDay(days, "2026-11-20", null), "2026-11-18");
  assert.equal(chosenDay(days, "2026-11-20", "2026-11-19"), "2026-11-19");
  assert.equal(chosenDay(days, "2026-11-20", "2026-10-01"), "2026-11-18");
  assert.equal(chosenDay([waits("2026-11-20")], "2026-11-20", null), "2026-11-20");
});

test("the numbers that leave are those of all the day's campaigns, joined or not", () => {
  const { offer } = STORIES.joined;
  const [flu, sleep] = Object.values(offer.campaigns);
  const offers = [{ campaign: sleep, joined: false, newEntries: [] }];
  assert.equal(numbersOf([flu], offers, "2026-11-20"), 305 + 2 * 305);
  assert.equal(numbersOf([flu], offers, "2027-01-01"), 0);
});

test("a day's counts are shown beside its published totals, or the reason why there are none", () => {
  const [day] = STORIES.joined.sentDays.filter((/** @type {any} */ one) => one.day === "2026-11-18");
  const [given] = givenOn(day, new Map([["winter-flu", "Flu"]]), STORIES.joined.results);
  assert.deepEqual([given.title, given.counts[0]], ["Flu", { label: "flu", count: 2, published: 248, half: 30 }]);
  const [yesterday] = STORIES.joined.sentDays.filter((/** @type {any} */ one) => one.day === "2026-11-19");
  assert.equal(givenOn(yesterday, new Map(), STORIES.joined.results)[0].missing, "changed-protocol");
});

test("the popup names a keyword once, the most frequent first", () => {
  const part = (/** @type {string} */ id, /** @type {[string, number][]} */ entries) => {
    const counts = entries.map(([entry, count]) => ({ entry, text: entry, count, searches: [] }));
    return {
      id,
      period: /** @type {const} */ ("day"),
      days: [],
      searches: 5,
      why: null,
      entries: counts,
      counted: [],
      leftOut: [],
      repeats: null,
      left: null,
    };
  };
  const campaigns = [
    part("a", [
      ["fever", 1],
      ["flu", 2],
    ]),
    part("b", [
      ["flu", 3],
      ["cold", 1],
    ]),
  ];
  assert.deepEqual(counted({ campaigns, day: "2026-11-20" }), [
    ["flu", 3],
    ["cold", 1],
    ["fever", 1],
  ]);
});

test("a published week has the last seven days, and keywords searched most come first", () => {
  const part = (/** @type {string} */ day, /** @type {number} */ flu, halfWidth = 9) => {
    return { day, stratum: null, donors: 50, searches: 500, halfWidth, totals: { flu, cough: 7 }, final: true };
  };
  const days = [part("2026-11-01", 1000), part("2026-11-08", 30), part("2026-11-14", 20, 12)];
  const found = { id: "a", title: "A", period: /** @type {const} */ ("day"), joined: false, days, missing: [] };
  const week = publishedWeek(found);
  assert.deepEqual([week?.days, week?.last], [2, "2026-11-14"]);
  assert.deepEqual(week?.totals.get("flu"), { value: 50, halfWidth: 15 });
  assert.equal(publishedWeek({ ...found, period: "week" })?.totals.get("flu")?.value, 20);
  assert.equal(publishedWeek({ ...found, days: [] }), null);
  const own = new Map(Object.entries({ flu: 0, cough: 3, tea: 0 }));
  const shown = weekRows(own, week).map(({ label, count, total }) => [label, count, total?.value]);
  assert.deepEqual(shown, [["cough", 3, 14]]);
  const none = weekRows(new Map([["flu", 0]]), week).map(({ label, count, total }) => [label, count, total?.value]);
  assert.deepEqual(none, [
    ["flu", 0, 50],
    ["cough", 0, 14],
  ]);
  assert.deepEqual(weekRows(new Map([["flu", 0]]), null), []);
});
