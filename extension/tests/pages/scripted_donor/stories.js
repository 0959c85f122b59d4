// The states that a donor can be in, for tests of its pages. Each story is what the donor answers in one state.

import { cohortStories } from "./cohorts.js";
import {
  ACCOUNT,
  day,
  FLU,
  HOUR,
  LOG,
  NOBODY,
  NOW,
  offer,
  RESULTS,
  REVIEW,
  refusal,
  SEARCHES,
  SENT_DAYS,
  SLEEP,
  STATE,
  search,
  TODAY,
} from "./facts.js";
import { PICTURED } from "./screenshot_facts.js";
import { weeklyStories } from "./weeks.js";

/** Markup, an end of a script, a mark that turns the text around it, and one that would end what keeps it apart. */
export const HOSTILE = "<img src=x onerror=\"document.title='taken'\"></script>\u202e\u2069gnp.exe";

/** When a day leaves is said in `cohort` alone. */
const UNSAID = { goesOut: null, goesOutAt: null };

const JOINED = {
  state: STATE,
  preferences: { language: null, theme: "system", results: true, reminders: false, firstRunDone: true },
  searches: { searches: SEARCHES, unread: [] },
  review: REVIEW,
  days: [{ day: TODAY, state: "counting", until: "2026-11-21", ...UNSAID }],
  consents: { "winter-flu": { consent: { campaign: FLU, stratum: null, language: "en" }, left: null } },
  offers: [{ campaign: SLEEP, joined: false, newEntries: SLEEP.vocabulary }],
  sending: "review",
  blocked: ["asthma"],
  sentDays: SENT_DAYS,
  log: LOG,
  results: RESULTS,
  ledger: ACCOUNT,
  next: NOW + 20 * HOUR,
  offer: offer([FLU, SLEEP]),
  now: NOW,
};

const FIRST = {
  ...JOINED,
  state: NOBODY,
  preferences: { ...JOINED.preferences, firstRunDone: false },
  days: [],
  consents: {},
  offers: [],
  sentDays: [],
  log: [],
  results: [],
  sending: "by-itself",
  ledger: { ...ACCOUNT, days: 0, since: null, campaigns: [], months: [], ceiling: null, daysLeft: null },
};

const GROWN = { ...FLU, vocabulary: [...FLU.vocabulary, "cough"] };
const WAITING_DAY = { day: day(1), state: "waits-for-you", until: TODAY, ...UNSAID };

/**
 * A story of several days that wait: one that gives counts, one that gives none, and one whose history can't be read.
 * @param {object} [more]
 */
function several(more = {}) {
  const part = { ...REVIEW.campaigns[0], counted: [], leftOut: [] };
  const none = { ...part, searches: 0, entries: [] };
  const parts = [part, none, { ...none, why: "no-history" }];
  const waiting = parts.map((one, back) => ({ ...WAITING_DAY, day: day(back + 1), part: one }));
  const reviews = waiting.map((one) => [one.day, { ...REVIEW, day: one.day, campaigns: [one.part] }]);
  return { ...JOINED, days: [...JOINED.days, ...waiting], reviews: Object.fromEntries(reviews), ...more };
}

const HOSTILE_CAMPAIGN = {
  ...FLU,
  title: HOSTILE,
  purpose: `${HOSTILE}\n${HOSTILE}`,
  contact: HOSTILE,
  ethics: HOSTILE,
  consent: { en: HOSTILE },
  vocabulary: [HOSTILE, "flu"],
};

/** @param {object} completion what the server has told of the campaign's code */
function told(completion) {
  return { ...JOINED, state: { ...STATE, campaigns: [{ ...STATE.campaigns[0], completion }] } };
}

/**
 * @param {"starts-later" | "finishing" | "finished"} state
 * @param {"as-agreed" | "unlisted"} [ending]
 */
function inState(state, ending = "as-agreed") {
  const [start, last] = state === "starts-later" ? ["2026-12-01", "2026-12-31"] : [FLU.start, "2026-11-17"];
  const campaign = { ...STATE.campaigns[0], start, end: last, state, last, ending };
  return { ...JOINED, days: [], state: { ...STATE, campaigns: [campaign] } };
}

const GONE = { looks: { code: "no-connection", values: { host: "donate.ucl.example" } } };

/** Ids of the searches of a long day. */
const MANY = Array.from({ length: 60 }, (_, number) => `l${number}`);

/** @type {Record<string, any>} */
export const STORIES = {
  ...cohortStories(JOINED, FIRST),
  ...weeklyStories(JOINED, FIRST),
  startsLater: inState("starts-later"),
  finishing: inState("finishing"),
  closed: inState("finishing", "unlisted"),
  finished: inState("finished"),
  finishedUnpublished: { ...inState("finished"), sentDays: [], results: [] },
  lastDays: { ...JOINED, state: { ...STATE, campaigns: [{ ...STATE.campaigns[0], last: day(-7) }] } },
  gone: { ...JOINED, ...GONE },
  firstGone: { ...FIRST, ...GONE },
  failing: { ...JOINED, state: { ...STATE, failing: true } },
  approved: { ...JOINED, days: [{ day: TODAY, state: "approved", until: TODAY, ...UNSAID }] },
  left: { ...JOINED, days: [], state: { ...STATE, campaigns: [{ ...STATE.campaigns[0], left: NOW - HOUR }] } },
  first: FIRST,
  nothing: { ...FIRST, preferences: JOINED.preferences },
  joined: JOINED,
  waiting: { ...JOINED, days: [...JOINED.days, WAITING_DAY] },
  several: several(),
  severalInCohorts: several({ state: { ...STATE, protocol: "cohort" } }),
  severalOver: several({ over: [day(2)] }),
  severalAllOver: several({ over: [day(1), day(2)] }),
  pictured: { ...JOINED, ...PICTURED },
  picturedFirst: { ...FIRST, offer: PICTURED.offer },
  long: {
    ...JOINED,
    searches: {
      searches: MANY.map((id) => search(id, `flu ${id}`)),
      unread: [],
    },
    review: { ...REVIEW, campaigns: [{ ...REVIEW.campaigns[0], entries: [], counted: MANY, leftOut: [] }] },
  },
  paused: { ...JOINED, state: { ...STATE, pausedSince: NOW - HOUR } },
  companion: { ...FIRST, state: { ...NOBODY, companion: true }, preferences: JOINED.preferences },
  oldApp: { ...FIRST, state: { ...NOBODY, companion: true, outdated: "app" }, preferences: JOINED.preferences },
  oldExtension: {
    ...FIRST,
    state: { ...NOBODY, companion: true, outdated: "extension" },
    preferences: JOINED.preferences,
  },
  lost: { ...FIRST, state: { ...NOBODY, lost: true }, preferences: JOINED.preferences },
  unreadable: { ...JOINED, searches: { searches: [], unread: [{ reason: "no-permission" }] } },
  locked: {
    ...JOINED,
    days: [{ day: TODAY, state: "sent", until: null, ...UNSAID }],
    review: { ...REVIEW, locked: true, time: null },
  },
  grown: {
    ...JOINED,
    state: { ...STATE, campaigns: [{ ...STATE.campaigns[0], waitingEntries: 1, changed: true }] },
    offer: { ...offer([GROWN]), consents: { "winter-flu": { campaign: FLU, stratum: null } } },
  },
  unstated: {
    ...JOINED,
    consents: { "winter-flu": { consent: { campaign: FLU, stratum: "unstated", language: "en" }, left: null } },
  },
  rewritten: {
    ...JOINED,
    offer: {
      ...offer([{ ...GROWN, purpose: "To sell what people search for." }]),
      consents: { "winter-flu": { campaign: FLU, stratum: null } },
    },
  },
  joinedToday: {
    ...JOINED,
    state: { ...STATE, campaigns: [{ ...STATE.campaigns[0], joined: NOW - HOUR }] },
    sentDays: [{ day: TODAY, state: "waiting", campaigns: [], refusals: [], ...UNSAID }],
  },
  early: told({ campaign: "winter-flu", days: 5, there: 3, code: null }),
  complete: told({ campaign: "winter-flu", days: 5, there: 5, code: "K7QM4TXA9W" }),
  full: { ...FIRST, fixed: { code: "disk-full", values: {} } },
  invited: {
    ...FIRST,
    offer: { ...JOINED.offer, info: { ...JOINED.offer.info, invitation_required: true } },
  },
  refused: {
    ...JOINED,
    review: { ...REVIEW, campaigns: [{ ...REVIEW.campaigns[0], entries: [], why: "over-ceiling" }] },
  },
  oneDay: { ...JOINED, results: [{ ...RESULTS[0], days: RESULTS[0].days.slice(-1) }] },
  outdated: { ...JOINED, opens: { code: "store-outdated", values: {} } },
  broken: { ...JOINED, opens: { code: "store-damaged", values: {} } },
  refusing: { ...FIRST, looks: { code: "problem", values: { name: "not-found", detail: HOSTILE } } },
  hostile: {
    ...JOINED,
    state: {
      ...STATE,
      serverName: HOSTILE,
      campaigns: [{ ...STATE.campaigns[0], title: HOSTILE, stratum: HOSTILE, waitingEntries: 1 }],
    },
    searches: { searches: [search("s1", HOSTILE), search("s2", "flu")], unread: [] },
    review: {
      ...REVIEW,
      campaigns: [
        {
          id: "winter-flu",
          period: "day",
          repeats: null,
          left: null,
          days: [],
          searches: 2,
          entries: [{ entry: HOSTILE, count: 1, searches: ["s1"] }],
          why: null,
          counted: ["s1", "s2"],
          leftOut: [],
        },
      ],
    },
    consents: { "winter-flu": { consent: { campaign: HOSTILE_CAMPAIGN, stratum: null, language: "en" }, left: null } },
    offers: [{ campaign: { ...SLEEP, title: HOSTILE }, joined: false, newEntries: [] }],
    blocked: [HOSTILE],
    results: [{ ...RESULTS[0], title: HOSTILE, days: [{ ...RESULTS[0].days[0], totals: { [HOSTILE]: 4 } }] }],
    log: [refusal(HOSTILE)],
    offer: {
      ...offer([{ ...HOSTILE_CAMPAIGN, vocabulary: [HOSTILE, "flu", "cough"] }]),
      consents: { "winter-flu": { campaign: HOSTILE_CAMPAIGN, stratum: null } },
    },
  },
};
