// Donors of a server whose protocol is `cohort`, for tests of the pages.

import { COHORT_TERMS, day, FLU, HOUR, LOG, NOW, offer, refusal, SENT_DAYS, SLEEP, STATE, TODAY } from "./facts.js";

const [FLU_OF_MANY, SLEEP_OF_MANY] = [FLU, SLEEP].map((campaign) => ({ ...campaign, terms: COHORT_TERMS }));

export const IN_COHORTS = { ...STATE, protocol: "cohort" };

export const OPEN = { day: TODAY, state: "counting", until: day(-1), goesOut: day(-2), goesOutAt: null };
const LOG_WEEKS = [
  { start: "2026-11-16", fingerprint: "79697 88607 86913 82443 40136 67273 24181 14859" },
  { start: "2026-11-09", fingerprint: "03012 55871 20094 77316 61450 98823 10047 52269" },
];
export const WAITING = {
  day: day(1),
  state: "waits-for-you",
  until: TODAY,
  goesOut: day(-1),
  goesOutAt: NOW + 20 * HOUR,
};

/** Days of a donor who reviews: the last two go out two days after they were. */
export const NOT_YET_SENT = SENT_DAYS.map((one) => {
  const open = [OPEN, WAITING].find((still) => still.day === one.day);
  if (open === undefined) return one;
  return { ...one, state: "waiting", campaigns: [], goesOut: open.goesOut, goesOutAt: open.goesOutAt };
});

const OF_A_WEEK = ["ticket", "vector", "signature", "answer"].map((what, back) => ({
  ...refusal(null),
  time: NOW - back * HOUR,
  what,
  round: what === "ticket" ? null : day(3),
  bytes: 2_612,
}));

/**
 * The stories, by name.
 * @param {any} joined one who has joined a campaign
 * @param {any} first one who has not
 */
export function cohortStories(joined, first) {
  const cohort = {
    ...joined,
    state: IN_COHORTS,
    days: [OPEN],
    consents: { "winter-flu": { consent: { campaign: FLU_OF_MANY, stratum: null, language: "en" }, left: null } },
    offers: [{ campaign: SLEEP_OF_MANY, joined: false, newEntries: SLEEP_OF_MANY.vocabulary }],
    offer: offer([FLU_OF_MANY, SLEEP_OF_MANY]),
    sentDays: NOT_YET_SENT,
    logWeeks: LOG_WEEKS,
    log: [...LOG, refusal("denied-ticket"), { ...refusal("two-epochs"), round: null }, ...OF_A_WEEK],
  };
  const stronger = { ...COHORT_TERMS, min_cohort: 500 };
  return {
    cohort,
    cohortWaiting: { ...cohort, days: [OPEN, WAITING] },
    cohortApproved: { ...cohort, days: [{ ...WAITING, day: TODAY, state: "approved" }] },
    cohortOverdue: { ...cohort, days: [{ ...WAITING, day: day(3), goesOut: day(1), goesOutAt: NOW - HOUR }] },
    cohortByItself: { ...cohort, sending: "by-itself", days: [{ ...OPEN, goesOut: day(-1) }] },
    cohortServing: { ...cohort, state: { ...IN_COHORTS, servesUntil: "2026-11-29" } },
    cohortTooFew: { ...cohort, state: { ...IN_COHORTS, waitsForEpoch: true } },
    cohortFirst: { ...first, offer: offer([FLU_OF_MANY, SLEEP_OF_MANY]) },
    cohortChanged: {
      ...cohort,
      state: { ...IN_COHORTS, campaigns: [{ ...STATE.campaigns[0], changed: true }] },
      offer: {
        ...offer([{ ...FLU_OF_MANY, terms: stronger }]),
        consents: { "winter-flu": { campaign: FLU_OF_MANY, stratum: null } },
      },
    },
  };
}
