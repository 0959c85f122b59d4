// The pages' texts for a server whose protocol is `cohort`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { becameOf, publishedText } from "../../src/pages/main/sent/day_texts.js";
import { approved, decision, whyNotAtOnce } from "../../src/pages/main/today/day_texts.js";
import { numbersOf, othersOf } from "../../src/pages/main/today/view_model.js";
import { regionName } from "../../src/pages/texts/campaign_texts.js";
import { full, missing, missingDays, short } from "../../src/pages/texts/reason_texts.js";
import { leaving, when } from "../../src/pages/texts/sending_times.js";
import { halfWidth, privacySentences } from "../../src/pages/texts/terms_texts.js";
import { LANGUAGES, outside, Texts } from "../../src/pages/texts/texts.js";
import { textsIn } from "../support/vectors.js";
import { COHORT_TERMS, FLU, HOUR, NOW, TODAY } from "./scripted_donor/facts.js";
import { STORIES } from "./scripted_donor/stories.js";

const CLOCK = { today: TODAY, now: NOW };
const OF_MANY = { ...FLU, terms: COHORT_TERMS };

/** @param {string} tag */
function textsOf(tag) {
  return new Texts(tag, tag === "en" ? "en-GB" : tag, textsIn(tag));
}

const ENGLISH = textsOf("en");

/**
 * Return a day of the Today page.
 * @param {string} state
 * @param {object} [more]
 * @returns {any}
 */
function shown(state, more = {}) {
  return { state, sending: "review", until: TODAY, goesOut: { day: "2026-11-21", at: null }, ...more };
}

test("the terms name the smallest sum, the noise, who may leave it out, what a liar can do, and the duty", () => {
  const said = privacySentences(ENGLISH, /** @type {any} */ (COHORT_TERMS)).join("\n");
  for (const part of [
    "added to those of at least 199 other people",
    "not even the server. The noise can move a count by 30 or more.",
    "even if 10 in 100 people add none",
    "so find out most of your counts. It could go unnoticed.",
    "If too few people take part, nothing is published.",
    "contacts the server twice a day",
    "Privacy limit of this campaign: 9.",
  ])
    assert.ok(said.includes(part), part);
  assert.doesNotMatch(said, /group|\{/);
});

test("each of the terms is in a sentence that changes with it, in every language", () => {
  const other = { law: "discrete-laplace", scale: "25", unit: 1 };
  const changes = [
    { max_searches: 50 },
    { max_matches: 3 },
    { colluders: 5 },
    { min_cohort: 500 },
    { budget: { epsilon: "3", delta: "0.000001" } },
    { noise: { joined: other, searches: other, counts: other } },
  ];
  for (const tag of Object.keys(LANGUAGES)) {
    const texts = textsOf(tag);
    const before = privacySentences(texts, /** @type {any} */ (COHORT_TERMS));
    for (const change of changes) {
      const after = privacySentences(texts, /** @type {any} */ ({ ...COHORT_TERMS, ...change }));
      const differing = after.filter((text, index) => text !== before[index]);
      assert.equal(differing.length, 1, `${tag} ${JSON.stringify(change)}`);
    }
  }
});

test("the half width is the smallest that holds 95% of the noise", () => {
  for (const scale of [0.1, 0.3, 1, 2.5, 10, 447, 10_000]) {
    const half = halfWidth({ law: "discrete-laplace", scale: `${scale}`, unit: 1 });
    const ratio = Math.exp(-1 / scale);
    const beyond = (/** @type {number} */ bound) => {
      let sum = 0;
      for (let k = bound + 1; k <= bound + 60 * Math.max(1, scale); k += 1) sum += ratio ** k;
      return (2 * sum * (1 - ratio)) / (1 + ratio);
    };
    assert.ok(beyond(half) <= 0.05, `${scale}: ${half}`);
    assert.ok(half === 0 || beyond(half - 1) > 0.05, `${scale}: ${half}`);
  }
});

test("the half width of Skellam noise is the smallest that holds 95% of it", () => {
  for (const scale of [0.1, 0.3, 1, 3.42, 9.2, 20]) {
    const half = halfWidth({ law: "skellam", scale: `${scale}`, unit: 1 });
    const mean = scale ** 2 / 2;
    const poisson = [Math.exp(-mean)];
    for (let k = 1; k < mean + 20 * scale + 40; k += 1) poisson.push((poisson[k - 1] * mean) / k);
    const beyond = (/** @type {number} */ bound) => {
      let sum = 0;
      for (const [above, one] of poisson.entries()) {
        for (let below = 0; below < above - bound; below += 1) sum += 2 * one * poisson[below];
      }
      return sum;
    };
    assert.ok(beyond(half) <= 0.05, `${scale}: ${half}`);
    assert.ok(half === 0 || beyond(half - 1) > 0.05, `${scale}: ${half}`);
  }
  assert.equal(halfWidth({ law: "skellam", scale: "10000", unit: 1 }), 19_600);
});

test("noise of its own for each kind of number is said for each, in every language", () => {
  const skellam = (/** @type {string} */ scale) => ({ law: "skellam", scale, unit: 1 });
  const noise = { joined: skellam("10.3"), searches: skellam("359"), counts: skellam("3.42") };
  for (const tag of Object.keys(LANGUAGES)) {
    const said = privacySentences(textsOf(tag), /** @type {any} */ ({ ...COHORT_TERMS, noise })).join(" ");
    for (const half of [7, 20, 704]) assert.match(said, new RegExp(`\\b${half}\\b`, "u"), `${tag}: ${half}`);
  }
});

test("a day's text says when it goes out, the same for every decision", () => {
  const saturday = `on ${ENGLISH.day("2026-11-21")}`;
  for (const state of ["counting", "waits-for-you", "approved", "nothing"]) {
    assert.ok(decision(ENGLISH, shown(state), CLOCK).includes(saturday), state);
    assert.match(whyNotAtOnce(ENGLISH, shown(state)) ?? "", /the time does not show whether you gave anything/);
  }
  assert.match(approved(ENGLISH, shown("waits-for-you"), CLOCK), /^These counts go out on Saturday/);
  const itself = shown("counting", { sending: "by-itself" });
  assert.match(decision(ENGLISH, itself, CLOCK), /^It is sent automatically on Saturday/);
  assert.equal(whyNotAtOnce(ENGLISH, itself), null); // it goes out at the next contact: nothing waits
});

test("for `plain`, and for a sent day, no sending time is stated", () => {
  const locked = shown("sent", { goesOut: null });
  assert.equal(decision(ENGLISH, locked, CLOCK), "This was sent.");
  assert.equal(whyNotAtOnce(ENGLISH, locked), null);
  assert.match(approved(ENGLISH, shown("counting", { goesOut: null }), CLOCK), /^Ready to send/);
  const [known, day] = [{ waitsForEpoch: false }, { goesOut: TODAY, goesOutAt: null }];
  assert.equal(leaving(undefined, known), null);
  assert.equal(leaving({ goesOut: null, goesOutAt: null }, known), null);
  assert.equal(leaving(day, { waitsForEpoch: true }), null);
  assert.deepEqual(leaving(day, known), { day: TODAY, at: null });
});

test("once the contact is drawn its time is stated, or today if it was slept through", () => {
  const at = NOW + 20 * HOUR;
  assert.equal(when(ENGLISH, { day: "2026-11-21", at }, CLOCK), ENGLISH.moment(at));
  assert.equal(when(ENGLISH, { day: "2026-11-21", at: null }, CLOCK), ENGLISH.day("2026-11-21"));
  const overdue = { day: "2026-11-18", at: NOW - HOUR };
  assert.equal(when(ENGLISH, overdue, CLOCK), ENGLISH.day(TODAY));
});

test("the stated people in a sum are those of the least demanding campaign; in `plain` of the most demanding", () => {
  const asks = (/** @type {number[]} */ ...least) =>
    /** @type {any} */ (least.map((min_cohort) => ({ ...OF_MANY, terms: { ...COHORT_TERMS, min_cohort } })));
  assert.equal(othersOf(asks(200, 50)), 49);
  const groups = /** @type {any} */ ([FLU, { ...FLU, terms: { ...FLU.terms, min_group: 80 } }]);
  assert.equal(othersOf(groups), 79);
  assert.equal(othersOf([]), 0);
});

test("the numbers that leave include 64 of noise alone for each kind of noise", () => {
  const campaigns = /** @type {any} */ ([OF_MANY, { ...OF_MANY, id: "other" }]);
  assert.equal(numbersOf(campaigns, [], TODAY), 2 * 305 + 64);
  campaigns[1].terms = { ...COHORT_TERMS, colluders: 5 };
  assert.equal(numbersOf(campaigns, [], TODAY), 2 * 305 + 2 * 64);
  assert.equal(numbersOf(campaigns, [], "2027-01-01"), 0);
  assert.equal(numbersOf(campaigns, [], "2027-01-01", [campaigns[0].id]), 305 + 64);
});

test("a day goes out, is confirmed, is published, or is not asked for", () => {
  const given = (/** @type {object} */ more) => /** @type {any} */ ([{ missing: null, isPublished: false, ...more }]);
  const known = /** @type {any} */ ({ state: { today: TODAY, protocol: "cohort" }, asks: true, now: NOW });
  const sent = /** @type {any} */ ({ state: "sent", goesOut: null, goesOutAt: null });
  const told = (/** @type {any[]} */ given, more = {}) => becameOf(ENGLISH, sent, given, { ...known, ...more });
  assert.match(told(given({})), /confirmed them\. When this extension last looked, their sum was not published\.$/);
  const published = { isPublished: true, isFinal: true };
  assert.match(told(given(published)), /confirmed them\. The totals of this day are published\.$/);
  const grows = /The totals of this day are published\. More counts may still be added to them\.$/;
  assert.match(told([...given(published), ...given({ ...published, isFinal: false })]), grows);
  assert.match(told(given({ missing: "lost" })), /has confirmed them\.$/);
  assert.match(told(given({}), { asks: false }), /has confirmed them\.$/);
  const waits = /** @type {any} */ ({ state: "waiting", goesOut: "2026-11-21", goesOutAt: null });
  assert.equal(becameOf(ENGLISH, waits, [], known), `Not sent yet. It goes out on ${ENGLISH.day("2026-11-21")}.`);
  const groups = { ...known, state: { today: TODAY, protocol: "plain" } };
  assert.match(becameOf(ENGLISH, sent, given({}), groups), /opens your group's sum/);
});

test("a keyword without a total is not published yet while the day's totals grow", () => {
  const [count] = [{ label: "flu", count: 1, published: null, half: 10 }];
  const given = { title: "Flu", counts: [count], week: [], missing: null, isPublished: true, isFinal: false };
  assert.equal(publishedText(ENGLISH, count, given), "not published yet");
  assert.equal(publishedText(ENGLISH, count, { ...given, isFinal: true }), "not published");
  assert.equal(publishedText(ENGLISH, count, { ...given, isPublished: false, missing: "lost" }), "not published");
});

test("refusals and reasons for missing days have plain words in every language", () => {
  const named = ["two-epochs", "two-committees", "denied-ticket", "denied-vector", "cohort-full", "altered-list"];
  for (const tag of Object.keys(LANGUAGES)) {
    const texts = textsOf(tag);
    for (const reason of [...named, "list-too-small", "bad-certificate", "cohort-too-small", "miscomputed"]) {
      assert.doesNotMatch(full(texts, reason), /[({]/, `${tag} ${reason}`);
    }
    assert.doesNotMatch(short(texts, "cohort-too-small"), /[({]/);
    for (const reason of ["dropped", "min-cohort"]) {
      for (const isWeekly of [false, true]) {
        const said = [1, 2].map((times) => missingDays(texts, reason, times, isWeekly));
        for (const text of [missing(texts, reason, isWeekly), ...said]) assert.doesNotMatch(text, /[({]/, tag);
      }
    }
  }
});

test("no text about `cohort` mentions groups, and its stories use that protocol", () => {
  const keys = Object.keys(ENGLISH.messages).filter((key) => /cohort|goes_out|duty|epoch/.test(key));
  assert.ok(keys.length > 20);
  for (const key of keys) assert.doesNotMatch(ENGLISH.messages[key], /\bgroup/, key);
  for (const [name, story] of Object.entries(STORIES)) {
    if (/^cohort(?!First)/.test(name)) assert.equal(story.state.protocol, "cohort", name);
  }
});

test("the region of donors who would rather not say theirs is shown in words, any other by its name", () => {
  assert.equal(regionName(ENGLISH, "unstated"), "I'd rather not say");
  assert.equal(regionName(ENGLISH, "north"), outside("north"));
});
