// The facts of the donor in the screenshots: keywords as a campaign would have them, and a month of totals.

import { IN_COHORTS, NOT_YET_SENT, OPEN, WAITING } from "./cohorts.js";
import { COHORT_TERMS, FLU, offer, RESULTS, SLEEP, STATE } from "./facts.js";

const ABOUT_FLU = {
  ...FLU,
  terms: COHORT_TERMS,
  vocabulary: [
    ...["flu", "fever", "fever + child", "cough", "sore + throat", "runny + nose", "headache", "chills"],
    ...["body + aches", "flu + shot", "how + long + contagious", "ibuprofen", "paracetamol"],
  ],
};
const ABOUT_SLEEP = {
  ...SLEEP,
  terms: COHORT_TERMS,
  vocabulary: ["insomnia", "screen + sleep", "melatonin", "cannot + sleep"],
};

/** Totals that rise as a wave does, each keyword lower than the one before. */
const WAVE = {
  ...RESULTS[0],
  days: RESULTS[0].days.map((one, index) => {
    const level = 180 + index ** 2 / 2 + ((index ** 2 * 7919) % 61);
    const [flu, fever, both] = [level, level / 2, level / 3].map(Math.round);
    return { ...one, totals: { flu, fever, "fever + child": both } };
  }),
  missing: RESULTS[0].missing.slice(0, 1),
};

export const PICTURED = {
  days: [OPEN, { ...WAITING, state: "approved" }],
  sentDays: NOT_YET_SENT,
  state: { ...IN_COHORTS, campaigns: [{ ...STATE.campaigns[0], entries: ABOUT_FLU.vocabulary.length }] },
  consents: { "winter-flu": { consent: { campaign: ABOUT_FLU, stratum: null }, left: null } },
  offers: [{ campaign: ABOUT_SLEEP, joined: false, newEntries: ABOUT_SLEEP.vocabulary }],
  offer: offer([ABOUT_FLU, ABOUT_SLEEP]),
  results: [WAVE, RESULTS[1]],
};
