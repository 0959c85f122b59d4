// The facts of the stories' donors: campaigns, searches, days, results, an account.

import { INFORMING_LINES } from "../../../src/protocol/messages.js";

export const TODAY = "2026-11-20";
export const NOW = Date.parse("2026-11-20T15:00:00Z");
export const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * @param {string} id
 * @param {Record<string, unknown>} [other]
 */
function campaign(id, other = {}) {
  return {
    id,
    title: "Winter flu survey, UCL",
    purpose: "How does flu spread through England this winter?\nWe compare searches with visits to doctors.",
    contact: "flu@ucl.example",
    ...Object.fromEntries(INFORMING_LINES.map((name) => [name, `Example ${name}`])),
    consent: { en: "I let counts of my searches be added up.", de: "Meine Suchen dürfen gezählt werden." },
    vocabulary: ["flu", "fever", "fever + child", ...Array.from({ length: 300 }, (_, index) => `keyword ${index}`)],
    strata: [],
    start: "2026-11-01",
    end: "2026-12-31",
    threshold: null,
    terms: {
      protocol: "plain",
      max_searches: 100,
      max_matches: 5,
      noise: { law: "discrete-laplace", scale: "10" },
      budget: { epsilon: "9", delta: "0.000001" },
      min_group: 50,
    },
    ...other,
  };
}

const NUMBER_NOISE = { law: "discrete-laplace", scale: "10", unit: 1 };
export const COHORT_TERMS = {
  protocol: "cohort",
  period: "day",
  max_searches: 100,
  max_matches: 5,
  noise: { joined: NUMBER_NOISE, searches: NUMBER_NOISE, counts: NUMBER_NOISE },
  colluders: 10,
  budget: { epsilon: "9", delta: "0.000001" },
  min_cohort: 200,
};

export const FLU = campaign("winter-flu");
export const SLEEP = campaign("sleep", { title: "Sleep and screens, KU Leuven", strata: ["flanders", "wallonia"] });

/**
 * @param {string} id
 * @param {string} query
 * @param {{why?: string | null, hour?: number}} [other]
 */
export function search(id, query, { why = null, hour = 9 } = {}) {
  const time = Date.parse(`${TODAY}T00:00:00Z`) + hour * HOUR;
  return { id, day: TODAY, time, last: time, engine: "Google", query, visits: 1, why };
}

export const SEARCHES = [
  search("s1", "flu or cold"),
  search("s2", "how long is flu contagious", { hour: 11 }),
  search("s3", "fever 3 year old", { hour: 12 }),
  search("s4", "weather tomorrow", { hour: 13 }),
  search("s5", "my neighbour's name", { hour: 14, why: "removed" }),
];

export const REVIEW = {
  day: TODAY,
  locked: false,
  campaigns: [
    {
      id: "winter-flu",
      period: "day",
      repeats: null,
      left: null,
      days: [],
      searches: 4,
      entries: [
        { entry: "flu", count: 2, searches: ["s1", "s2"] },
        { entry: "fever + child", count: 1, searches: ["s3"] },
      ],
      why: null,
      counted: ["s1", "s2", "s3", "s4"],
      leftOut: [{ search: "s5", why: "removed", entries: [] }],
    },
  ],
  unread: [],
  time: NOW,
  withheld: false,
};

export const STATE = {
  today: TODAY,
  server: "https://donate.ucl.example",
  serverName: "Donations at UCL",
  zone: "Europe/London",
  registered: true,
  campaigns: [
    {
      id: "winter-flu",
      title: FLU.title,
      stratum: null,
      joined: NOW - 12 * DAY,
      left: null,
      entries: FLU.vocabulary.length,
      waitingEntries: 0,
      changed: false,
      start: FLU.start,
      end: FLU.end,
      completion: null,
      state: "running",
      last: FLU.end,
      ending: "as-agreed",
    },
  ],
  lastCheckIn: NOW - 5 * HOUR,
  failing: false,
  next: "check in tomorrow",
  pausedSince: null,
  pausedUntil: null,
  blocked: 1,
  ceiling: null,
  clockAhead: 0,
  clockIsWrong: false,
  refusals: [],
  companion: false,
  outdated: null,
  lost: false,
  protocol: "plain",
  servesUntil: null,
  waitsForEpoch: false,
};

export const NOBODY = { ...STATE, server: null, serverName: null, registered: false, campaigns: [], lastCheckIn: null };

export const day = (/** @type {number} */ back) => new Date(Date.parse(TODAY) - back * DAY).toISOString().slice(0, 10);

const STATES = ["waiting", "sent", "sent", "missed", "sent", "nothing", "refused", "sent", "sent", "sent", "sent"];

/** @param {string | null} reason */
export const refusal = (reason) => ({
  time: NOW - 6 * DAY,
  what: "refusal",
  round: day(6),
  bytes: null,
  given: null,
  reason,
  detail: null,
});

export const SENT_DAYS = STATES.map((state, back) => ({
  day: day(back),
  state,
  goesOut: null,
  goesOutAt: null,
  campaigns:
    state === "sent"
      ? [{ campaign: "winter-flu", stratum: null, searches: 12 + back, counts: { flu: 2, fever: 1 } }]
      : [],
  refusals: state === "refused" ? [refusal("weaker-terms")] : [],
})).reverse();

export const LOG = [
  { ...refusal(null), time: NOW - 12 * DAY, what: "registration", round: null, bytes: 412 },
  { ...refusal(null), time: NOW - 11 * DAY, what: "check-in", round: null, bytes: 96 },
  refusal("weaker-terms"),
  { ...refusal(null), time: NOW - DAY, what: "vector", round: day(1), bytes: 2_612 },
];

export const RESULTS = [
  {
    id: "winter-flu",
    title: FLU.title,
    period: "day",
    joined: true,
    days: Array.from({ length: 30 }, (_, back) => 31 - back)
      .filter((back) => back !== 14 && back > 1)
      .map((back) => ({
        day: day(back),
        stratum: null,
        donors: 400 + back,
        searches: 9_000 - 20 * back,
        halfWidth: 30,
        final: true,
        totals: { flu: 260 - 6 * back, fever: 190 - 4 * back, "fever + child": 90 - 2 * back, "keyword 0": 3 },
      })),
    missing: [
      { day: day(14), reason: "waiting" },
      { day: day(1), reason: "changed-protocol" },
    ],
  },
  { id: "sleep", title: SLEEP.title, period: "day", joined: false, days: [], missing: [] },
];

export const ACCOUNT = {
  days: 8,
  since: "2026-10-27",
  epsilon: 3.4,
  basicEpsilon: 4,
  factor: 29.96,
  delta: 1e-6,
  campaigns: [
    {
      id: "winter-flu",
      days: 8,
      period: "day",
      epsilon: 3.4,
      basicEpsilon: 4,
      hits: null,
      budget: { epsilon: "9", delta: "0.000001" },
    },
  ],
  months: [
    { month: "2026-10", days: 3, epsilon: 1.4 },
    { month: "2026-11", days: 5, epsilon: 3.4 },
  ],
  ceiling: "20",
  daysLeft: 41,
};

const SIGNED = { payload: "{}", signature: "" };

/** @param {readonly any[]} campaigns */
export function offer(campaigns) {
  return {
    url: "https://donate.ucl.example",
    info: { name: "Donations at UCL", key: "00", zone: "Europe/London", invitation_required: false },
    campaigns: Object.fromEntries(campaigns.map((one) => [one.id, one])),
    signed: Object.fromEntries(campaigns.map((one) => [one.id, SIGNED])),
    consents: {},
  };
}
