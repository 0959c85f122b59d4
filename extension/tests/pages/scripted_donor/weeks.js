// Donors of a campaign that counts by week, for tests of the pages.

import { IN_COHORTS } from "./cohorts.js";
import { ACCOUNT, COHORT_TERMS, FLU, HOUR, NOW, offer, RESULTS, STATE, search } from "./facts.js";

const { max_matches: _, ...TERMS } = COHORT_TERMS;
const WEEKLY = {
  ...FLU,
  vocabulary: ["flu", "fever", "fever + child", "cough"],
  start: "2026-11-02",
  end: "2026-12-27",
  terms: { ...TERMS, period: "week", max_searches: 6, max_hits: 4, max_hits_per_keyword: 2 },
};
const [SUNDAY, DAY] = ["2026-11-22", 24 * HOUR];

/**
 * @param {string} id
 * @param {number} day of November
 * @param {string} query
 * @param {{why?: string | null, hour?: number}} [other]
 */
function on(id, day, query, other) {
  const made = search(id, query, other);
  const date = `2026-11-${day}`;
  const time = made.time + Date.parse(date) - Date.parse(made.day);
  return { ...made, day: date, time, last: time };
}

const SEARCHES = [
  on("w1", 18, "flu or cold"),
  on("w2", 18, "cough and flu", { hour: 20 }),
  on("w3", 19, "my neighbour's name", { why: "removed" }),
  on("w4", 20, "flu vaccine near me"),
  on("w5", 22, "cough syrup", { hour: 10 }),
  on("w6", 22, "how long is flu contagious", { hour: 18 }),
];

/**
 * @param {number} day of November
 * @param {object} more
 */
function reviewed(day, more) {
  return { day: `2026-11-${day}`, why: null, kept: false, searches: 0, entries: [], ...more };
}

const DAYS = [
  reviewed(16, { why: "outside-consent" }),
  reviewed(17, { kept: true, searches: 2, entries: [{ entry: "fever", count: 1 }] }),
  reviewed(18, {
    searches: 2,
    entries: [
      { entry: "flu", count: 2 },
      { entry: "cough", count: 1 },
    ],
  }),
  reviewed(19, {}),
  reviewed(20, { searches: 1 }),
  reviewed(21, { why: "paused" }),
  reviewed(22, { searches: 1 }),
];

const CAMPAIGN = {
  id: "winter-flu",
  period: "week",
  repeats: null,
  left: null,
  days: DAYS,
  searches: 6,
  entries: [
    { entry: "flu", count: 2, searches: ["w1", "w2"] },
    { entry: "fever", count: 1, searches: ["2026-11-17#1"] },
    { entry: "cough", count: 1, searches: ["w2"] },
  ],
  why: null,
  counted: ["2026-11-17#1", "2026-11-17#2", "w1", "w2", "w4", "w5"],
  leftOut: [
    { search: "w3", why: "removed", entries: [] },
    { search: "w4", why: "over-hits", entries: ["flu"] },
    { search: "w5", why: "over-hits", entries: ["cough"] },
    { search: "w6", why: "over-searches", entries: [] },
  ],
};

/**
 * The stories, by name: a week that waits for the donor, one that goes on, and a campaign to join.
 * @param {any} joined one who has joined a campaign
 * @param {any} first one who has joined nothing yet
 */
export function weeklyStories(joined, first) {
  const review = {
    day: SUNDAY,
    locked: false,
    campaigns: [CAMPAIGN],
    unread: [],
    time: NOW + 3 * DAY,
    withheld: false,
  };
  const state = { ...IN_COHORTS, today: "2026-11-23", campaigns: [{ ...STATE.campaigns[0], last: WEEKLY.end }] };
  const waiting = { day: SUNDAY, state: "waits-for-you", until: "2026-11-25", goesOut: "2026-11-26", goesOutAt: null };
  const week = {
    ...joined,
    state: { ...state, lastCheckIn: NOW + 3 * DAY - HOUR },
    review,
    searches: { searches: SEARCHES, unread: [] },
    days: [waiting],
    consents: { "winter-flu": { consent: { campaign: WEEKLY, stratum: null, language: "en" }, left: null } },
    offers: [],
    results: RESULTS.map((one) => ({
      ...one,
      period: "week",
      days: one.days.filter(({ day }) => new Date(day).getUTCDay() === 0),
    })),
    ledger: { ...ACCOUNT, campaigns: [{ ...ACCOUNT.campaigns[0], period: "week", days: 3 }] },
    now: NOW + 3 * DAY,
  };
  const friday = { day: "2026-11-20", state: "in-week", until: null, goesOut: "2026-11-26", goesOutAt: null };
  const soFar = {
    ...CAMPAIGN,
    days: DAYS.map((day) => (day.day > "2026-11-20" ? reviewed(Number(day.day.slice(8)), {}) : day)),
  };
  return {
    week,
    weekFirst: { ...first, offer: offer([WEEKLY]) },
    weekSoFar: {
      ...week,
      state: { ...state, today: "2026-11-20" },
      review: { ...review, day: "2026-11-20", campaigns: [soFar] },
      days: [friday],
      now: NOW,
    },
  };
}
