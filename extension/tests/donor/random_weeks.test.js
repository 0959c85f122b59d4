// Random weeks: a donor never adds more than its caps over a week, and clearing the history changes nothing.

import assert from "node:assert/strict";
import { test } from "node:test";

import { daysToKeep } from "../../src/core/donation/kept_days.js";
import { charges, prepareDonation } from "../../src/core/donation/prepare_donation.js";
import { parseVocabulary } from "../../src/counting/vocabulary.js";
import { daysOf, lastDay, plusDays } from "../../src/protocol/days.js";
import { capsOf, isAllowed } from "../../src/protocol/terms.js";
import { cohortPartOf } from "../../src/rounds/cohort/day/layout.js";
import { fill } from "../../src/rounds/layout.js";
import { campaignOf, consentOf, infoOf, instant } from "../support/donor_vectors.js";
import { vectors } from "../support/vectors.js";

const { cohort, week } = vectors("donor/weeks").base;
const SUNDAY = "2026-11-22";
const WEEK = daysOf("week", SUNDAY);
const WORDS = ["flu", "fever", "child", "cough", "tea"];
const INFO = infoOf(cohort, { zone: "UTC" });

/** A generator of pseudo-random numbers (mulberry32), so that a test that fails can be repeated. */
class Draws {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed;
  }

  /**
   * Return a number from 0 to `most`.
   * @param {number} most
   */
  upTo(most) {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % (most + 1);
  }

  /**
   * @template T
   * @param {readonly T[]} choices
   */
  one(choices) {
    return choices[this.upTo(choices.length - 1)];
  }
}

/**
 * Return searches of a day, in the order they were made.
 * @param {Draws} draws
 * @param {string} day
 * @param {number} most
 */
function searchesOn(draws, day, most) {
  return Array.from({ length: draws.upTo(most) }, (_, number) => {
    const query = Array.from({ length: 1 + draws.upTo(2) }, () => draws.one(WORDS)).join(" ");
    const time = instant(`${day}T0${number}:00:00Z`);
    return { id: `${day} ${number}`, mark: query, day, time, last: time, engine: "Google", query, visits: 1 };
  });
}

/** @param {Draws} draws */
function weeklyTerms(draws) {
  const [searches, hits] = [1 + draws.upTo(8), 1 + draws.upTo(6)];
  const terms = { max_searches: searches, max_hits: hits, max_hits_per_keyword: 1 + draws.upTo(hits - 1) };
  return { ...week.newest.flu.terms, ...terms };
}

/**
 * Return a state of a donor that joined long ago, and the part of its campaign.
 * @param {object} terms
 * @param {readonly string[]} [times] of its consents
 */
function joined(terms, times = ["2026-11-01T00:00:00Z"]) {
  const consents = times.map((time) => consentOf(cohort, { campaign: { terms }, time, stratum: null }));
  const exclusions = { blocked: parseVocabulary([]), removed: [], pauses: [], sites: [], hours: null };
  const ledger = { given: [], ceiling: null };
  const rest = { version: null, info: INFO, newest: new Map(), ledger, decision: null, zeros: null };
  const state = {
    ...rest,
    consents: new Map([["flu", consents]]),
    exclusions,
    kept: [],
    settled: new Set(),
    withheld: new Set(),
    now: instant("2026-11-30T00:00:00Z"),
  };
  return { state, part: cohortPartOf(campaignOf(cohort, { terms })) };
}

/**
 * Return what is given to the campaign in the plan of a day; undefined if nothing is.
 * @param {ReturnType<typeof joined>} donor
 * @param {string} day
 * @param {readonly any[]} searches
 */
async function givenOn({ state, part }, day, searches) {
  const plan = { ...cohort.plan, day, zone: "UTC", layout: [part] };
  const { donation } = await prepareDonation(plan, state, async () => searches);
  return donation.given[0];
}

test("a week counts the same after any of its searches were cleared from the history", async () => {
  let cleared = 0;
  for (let seed = 1; seed <= 500; seed += 1) {
    const draws = new Draws(seed);
    const { state, part } = joined(weeklyTerms(draws));
    const searches = WEEK.flatMap((day) => searchesOn(draws, day, 5));
    const kept = daysToKeep(WEEK, searches, state);
    const left = searches.filter(() => draws.upTo(2) > 0);
    const [whole, rest] = [
      await givenOn({ state, part }, SUNDAY, searches),
      await givenOn({ state: /** @type {any} */ ({ ...state, kept }), part }, SUNDAY, left),
    ];
    assert.deepEqual([rest.searches, rest.entries], [whole.searches, whole.entries], `seed ${seed}`);
    cleared += rest.days.filter((day) => day.kept).length;
  }
  assert.ok(cleared > 1000);
});

/**
 * Live through two weeks, and return what was given in the plan of each day. Each day, the donor may search, block a
 * word, pause, agree again, leave and join again, or clear its history. A lying server has the weekly part in every
 * plan.
 * @param {Draws} draws
 * @param {object} terms
 */
async function lived(draws, terms) {
  const given = [];
  let { state, part } = joined(terms);
  let searches = /** @type {any[]} */ ([]);
  for (let day = WEEK[0]; day <= plusDays(SUNDAY, 7); day = plusDays(day, 1)) {
    searches = [...searches, ...searchesOn(draws, day, 9)];
    const kept = daysToKeep(daysOf("week", lastDay("week", day)), searches, state);
    state = /** @type {any} */ ({ ...state, kept, now: instant(`${day}T12:00:00Z`) });
    state = happened(draws, state, terms, day);
    if (draws.upTo(3) === 0) searches = searches.filter(() => draws.upTo(1) === 0);
    given.push({ day, one: await givenOn({ state, part }, day, searches) });
  }
  return { given, caps: capsOf(part.terms) };
}

/**
 * Return the state after one event.
 * @param {Draws} draws
 * @param {any} state
 * @param {object} terms
 * @param {string} day
 */
function happened(draws, state, terms, day) {
  const { exclusions, consents } = state;
  const { pauses } = exclusions;
  const again = consentOf(cohort, { campaign: { terms }, time: `${day}T10:00:00Z`, stratum: null });
  const words = draws.upTo(1) === 0 ? [] : [draws.one(WORDS)];
  const pause = { start: instant(`${day}T00:00:00Z`), end: instant(`${plusDays(day, 1)}T00:00:00Z`) };
  const events = [
    state,
    { ...state, exclusions: { ...exclusions, blocked: parseVocabulary(words) }, kept: [] },
    { ...state, exclusions: { ...exclusions, removed: [], pauses: [...pauses, pause] } },
    { ...state, consents: new Map([["flu", [...consents.get("flu"), again]]]) },
    { ...state, consents: new Map([["flu", [again]]]), kept: [] },
  ];
  return draws.one(events);
}

test("no sequence of searches, pauses, re-joins, blocked words and clearings adds more than the caps of a week", async () => {
  let reached = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const draws = new Draws(seed);
    const { given, caps } = await lived(draws, weeklyTerms(draws));
    const weeks = given.flatMap(({ day, one }) => (one === undefined ? [] : [{ day, one }]));
    for (const { day, one } of weeks) {
      assert.equal(lastDay("week", day), day, `seed ${seed}: a week is given with its Sunday alone`);
      assert.ok(isAllowed(caps, one.searches, one.entries), `seed ${seed}, ${day}`);
      if (one.searches === caps.searches) reached += 1;
    }
    assert.ok(weeks.length <= 2);
  }
  assert.ok(reached > 100);
});

/**
 * Live through six weeks of a campaign that caps the hits of all its periods, and return what was given in each plan.
 * Every week may be lost, and is then asked for once more. The donor may agree again, also to another cap, leave and
 * join again, and its app may use hits.
 * @param {Draws} draws
 */
async function livedCapped(draws) {
  const each = 1 + draws.upTo(2);
  const termsOf = (/** @type {number} */ most) => {
    const { max_hits: _, ...rest } = week.newest.flu.terms;
    const own = draws.upTo(1) === 0 ? {} : { max_hits: each + draws.upTo(most - each) };
    return { ...rest, max_searches: 9, ...own, max_hits_per_keyword: each, max_campaign_hits: most };
  };
  let [most, used] = [each + draws.upTo(9), 0];
  let { state, part } = joined(termsOf(most));
  const found = [];
  for (let at = 0; at < 6; at += 1) {
    const sunday = plusDays(SUNDAY, 7 * at);
    const searches = daysOf("week", sunday).flatMap((day) => searchesOn(draws, day, 3));
    state = /** @type {any} */ ({ ...state, now: instant(`${plusDays(sunday, 40)}T12:00:00Z`) });
    const asked = [
      { day: sunday, repeats: null },
      ...(draws.upTo(2) ? [] : [{ day: plusDays(sunday, 8), repeats: sunday }]),
    ];
    for (const { day, repeats } of asked) {
      const layout = /** @type {any[]} */ ([{ ...part, repeats }]);
      const plan = { ...cohort.plan, day, zone: "UTC", layout };
      const { donation } = await prepareDonation(plan, state, async () => searches);
      for (const one of donation.given) found.push({ one, vector: fill(layout, [one]) });
      const given = [...state.ledger.given, ...charges(donation)];
      if (draws.upTo(4) === 0) used += draws.upTo(2);
      const ledger = { given, ceiling: null, hitsElsewhere: { used: { flu: used }, unknown: null } };
      state = /** @type {any} */ ({ ...state, ledger, settled: new Set([...state.settled, day]) });
    }
    if (draws.upTo(4) > 0) continue;
    most += draws.upTo(4);
    const terms = termsOf(most);
    const again = consentOf(cohort, { campaign: { terms }, time: "2026-11-01T10:00:00Z", stratum: null });
    const before = draws.upTo(1) === 0 ? [] : (state.consents.get("flu") ?? []);
    state = { ...state, consents: new Map([["flu", [...before, again]]]) };
    part = cohortPartOf(campaignOf(cohort, { terms }));
  }
  return { found, most, used };
}

test("no sequence of weeks, repeats, re-joins and new caps adds more hits than the cap over all periods", async () => {
  let [reached, full] = [0, 0];
  for (let seed = 1; seed <= 150; seed += 1) {
    const { found, most, used } = await livedCapped(new Draws(seed));
    const hits = found.reduce((sum, { one }) => sum + one.entries.reduce((all, count) => all + count, 0), 0);
    const told = found.filter(({ vector }) => vector[vector.length - 1] > 0).length;
    assert.ok(hits <= most, `seed ${seed}: ${hits} hits`);
    assert.ok(hits + told <= most + 1, `seed ${seed}: full was told ${told} times`);
    assert.ok(found.every(({ vector }) => vector[0] === 1));
    if (hits + used >= most) reached += 1;
    full += told;
  }
  assert.ok(reached > 60 && full > 30, `${reached} ${full}`);
});
