// The facts of the donor in the screenshots: keywords as a campaign would have them, and a month of totals.

import { IN_COHORTS, NOT_YET_SENT, OPEN, WAITING } from "./cohorts.js";
import { COHORT_TERMS, FLU, offer, RESULTS, REVIEW, SLEEP, STATE } from "./facts.js";

const { max_matches: _, ...OTHER_TERMS } = COHORT_TERMS;
const TERMS = { ...OTHER_TERMS, max_hits: 60, max_hits_per_keyword: 10 };

const ABOUT_FLU = {
  ...FLU,
  terms: TERMS,
  vocabulary: [
    "flu index: any of flu, influenza, tamiflu",
    ...["flu", "fever", "fever + child", "cough", "sore + throat", "runny + nose", "headache", "chills"],
    ...["body + aches", "flu + shot", "how + long + contagious", "ibuprofen", "paracetamol"],
  ],
};
const ABOUT_SLEEP = {
  ...SLEEP,
  terms: TERMS,
  vocabulary: [
    "sleep index: any of insomnia, cannot + sleep",
    "insomnia",
    "screen + sleep",
    "melatonin",
    "cannot + sleep",
  ],
};

/** Totals that rise as a wave does, each keyword lower than the one before. */
const WAVE = {
  ...RESULTS[0],
  days: RESULTS[0].days.map((one, index) => {
    const level = 180 + index ** 2 / 2 + ((index ** 2 * 7919) % 61);
    const [every, flu, fever, both] = [level * 1.2, level, level / 2, level / 3].map(Math.round);
    return { ...one, totals: { "flu index": every, flu, fever, "fever + child": both } };
  }),
  missing: RESULTS[0].missing.slice(0, 1),
};

const ENTRIES = [
  { entry: "flu index", count: 2, searches: ["s1", "s2"] },
  { entry: "flu", count: 2, searches: ["s1", "s2"] },
  { entry: "fever", count: 1, searches: ["s3"] },
];

export const PICTURED = {
  review: { ...REVIEW, campaigns: [{ ...REVIEW.campaigns[0], entries: ENTRIES }] },
  days: [OPEN, { ...WAITING, state: "approved" }],
  sentDays: NOT_YET_SENT,
  state: { ...IN_COHORTS, campaigns: [{ ...STATE.campaigns[0], entries: ABOUT_FLU.vocabulary.length }] },
  consents: { "winter-flu": { consent: { campaign: ABOUT_FLU, stratum: null, language: "en" }, left: null } },
  offers: [{ campaign: ABOUT_SLEEP, joined: false, newEntries: ABOUT_SLEEP.vocabulary }],
  offer: offer([ABOUT_FLU, ABOUT_SLEEP]),
  results: [WAVE, RESULTS[1]],
};
