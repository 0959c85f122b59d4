// A scripted donor: it answers as a story says, and notes what it is asked for. The page's address names the story.

import { STORIES } from "./stories.js";

const asked = new URLSearchParams(location.search);
const kept = structuredClone(STORIES[asked.get("story") ?? "joined"]);
for (const name of ["language", "theme"])
  kept.preferences[name] = asked.get(`chosen-${name}`) ?? kept.preferences[name];
kept.preferences.reminders ||= asked.get("chosen-reminders") === "yes";
Date.now = () => kept.now;
/** @type {any} */ (globalThis).kept = kept; // for a test to change it behind the page's back

/** A slow browser gives its history once a test calls `answer`. */
const history = new Promise((done) => {
  /** @type {any} */ (globalThis).answer = done;
  if (!asked.has("slow")) done(null);
});

/** @param {{code: string, values: object}} error */
function failing({ code, values }) {
  return Object.assign(new Error(`as told: ${code}`), { code, values });
}

export class Donor {
  static async open() {
    if (kept.opens) throw failing(kept.opens);
    // A page can call only what a real Donor has. Anything else is undefined, so that the page fails as with a real
    // one.
    return new Donor();
  }

  static async eraseOutdated() {
    noted("eraseOutdated");
    kept.opens = null;
  }

  status = async () => kept.state;

  log = async () => kept.log;

  nextCheckIn = async () => kept.next;

  export = async () => ({ made: "2026-11-20" });

  logWeeks = async () => kept.logWeeks ?? [];

  witnesses = async () => kept.witnesses ?? null;

  /** @param {string} text */
  compareLog = async (text) => {
    noted("compareLog", text);
    return { result: "forked", until: null };
  };

  today = async () => kept.state.today;

  checkIn = async () => {
    noted("checkIn");
    return { sent: [], refused: [], unread: [], waiting: [] };
  };

  /** @param {{tellServer: boolean}} how */
  eraseMe = async ({ tellServer }) => {
    noted("eraseMe", tellServer);
    if (tellServer && kept.looks) throw failing(kept.looks);
    return tellServer ? "forgotten" : "not-told";
  };

  campaigns = {
    /** @param {string} url */
    fetchOffer: async (url) => {
      noted("fetchOffer", url);
      if (kept.looks) throw failing(kept.looks);
      return kept.offer;
    },
    listedOffer: async () => kept.offer,
    offeredResults: async () => kept.results ?? [],
    /**
     * @param {any} offer
     * @param {any} terms
     */
    accept: async (offer, terms) => {
      noted("accept", Object.keys(offer.campaigns), terms);
      const { state, consents, days } = STORIES.joined;
      Object.assign(kept, { state, consents, days });
      return { campaigns: Object.keys(offer.campaigns), already: [] };
    },
    /** @param {string} campaign */
    leave: async (campaign) => noted("leave", campaign),
    consents: async () => new Map(Object.entries(kept.consents)),
    results: async () => kept.results,
    fetchResults: async () => noted("fetchResults"),
    onOffer: async () => kept.offers,
  };

  days = {
    /** @param {string} day */
    searchesAndReview: async (day) => {
      const review = await this.days.review(day);
      return [kept.searches, review];
    },
    /** @param {string} day */
    review: async (day) => {
      await history;
      if (kept.reviews?.[day]) return kept.reviews[day];
      return { ...kept.review, day, campaigns: kept.review.locked ? kept.review.campaigns : counting() };
    },
    /**
     * @param {string} day
     * @param {any} seen
     */
    approve: async (day, seen) => {
      noted("approve", day, seen.day);
      if (kept.over?.includes(day)) throw failing({ code: "day-over", values: { day } });
      decide(day, "approved");
    },
    /** @param {string} day */
    withhold: async (day) => {
      noted("withhold", day);
      decide(day, "nothing");
    },
    askedAgain: async () => [],
    /** @param {any} offer */
    lastWeek: async ({ campaigns }) =>
      new Map(
        Object.values(campaigns).map(({ id, vocabulary }) => [
          id,
          new Map(
            vocabulary.map((/** @type {string} */ label, /** @type {number} */ place) => [
              label,
              Math.max(0, 2 - place),
            ]),
          ),
        ]),
      ),
    toReview: async () => kept.days,
    sent: async () => kept.sentDays,
  };

  exclusions = {
    /** @param {string} text */
    block: async (text) => {
      noted("block", text);
      kept.blocked = [...kept.blocked, text];
      return text;
    },
    /** @param {string} text */
    unblock: async (text) => {
      kept.blocked = kept.blocked.filter((/** @type {string} */ word) => word !== text);
      return text;
    },
    blocked: async () => kept.blocked,
    sites: async () => kept.sites ?? [],
    /**
     * @param {string} name
     * @param {boolean} on
     */
    switchSite: async (name, on) => {
      noted("switchSite", name, on);
      kept.sites = [...(kept.sites ?? []), name].filter((one) => !on || one !== name);
    },
    hours: async () => kept.hours ?? null,
    /** @param {string | null} hours */
    setHours: async (hours) => {
      noted("setHours", hours);
      kept.hours = hours;
    },
    /** @param {string} id */
    removeSearch: async (id) => found(id, "removed"),
    /** @param {string} id */
    restoreSearch: async (id) => found(id, null),
    /** @param {number | null} until */
    pause: async (until = null) => {
      noted("pause", until);
      kept.state = { ...kept.state, pausedSince: kept.now, pausedUntil: until };
    },
    resume: async () => {
      kept.state = { ...kept.state, pausedSince: null, pausedUntil: null };
    },
  };

  settings = {
    sending: async () => kept.sending,
    /** @param {string} mode */
    setSending: async (mode) => {
      noted("setSending", mode);
      if (kept.fixed) throw failing(kept.fixed);
      kept.sending = mode;
    },
    preferences: async () => kept.preferences,
    /**
     * @param {string} name
     * @param {unknown} value
     */
    setPreference: async (name, value) => {
      kept.preferences = { ...kept.preferences, [name]: value };
    },
  };

  account = {
    ledger: async () => kept.ledger,
    /** @param {string | null} ceiling */
    setCeiling: async (ceiling) => {
      noted("setCeiling", ceiling);
      kept.ledger = { ...kept.ledger, ceiling };
    },
  };

  reminders = {
    lookAtResults: async () => {},
  };

  handover = {
    hitsUsed: async () => null,
    /** @param {string} today */
    loseHitsElsewhere: async (today) => noted("loseHitsElsewhere", today),
    /** @param {boolean} on */
    setCompanion: async (on) => {
      noted("setCompanion", on);
      kept.state = { ...kept.state, companion: on };
    },
    /** @param {readonly string[]} days */
    giveNothingOf: async (days) => noted("giveNothingOf", days),
  };
}

/** @param {string} day */
function dayOf(day) {
  const open = { day, until: day, goesOut: null, goesOutAt: null };
  return kept.days.find((/** @type {any} */ one) => one.day === day) ?? open;
}

/**
 * @param {string} day
 * @param {string} state
 */
function decide(day, state) {
  const others = kept.days.filter((/** @type {any} */ one) => one.day !== day);
  kept.days = [...others, { ...dayOf(day), state }];
}

/** The campaigns of the review, of their searches only those that count. */
function counting() {
  const out = new Set(
    kept.searches.searches.filter((/** @type {any} */ one) => one.why).map((/** @type {any} */ one) => one.id),
  );
  return kept.review.campaigns.map((/** @type {any} */ part) => ({
    ...part,
    entries: part.entries
      .map((/** @type {any} */ one) => ({
        ...one,
        searches: one.searches.filter((/** @type {string} */ id) => !out.has(id)),
      }))
      .map((/** @type {any} */ one) => ({ ...one, count: one.searches.length }))
      .filter((/** @type {any} */ one) => one.count > 0),
    counted: part.counted.filter((/** @type {string} */ id) => !out.has(id)),
    leftOut: [
      ...[...out].map((search) => ({ search, why: "removed", entries: [] })),
      ...part.leftOut.filter((/** @type {any} */ { search }) => !out.has(search)),
    ],
  }));
}

/** @param {...unknown} call */
function noted(...call) {
  /** @type {any} */ (globalThis).calls.push(call);
}

/**
 * @param {string} id
 * @param {string | null} why
 */
function found(id, why) {
  noted(why === null ? "restoreSearch" : "removeSearch", id);
  for (const search of kept.searches.searches) if (search.id === id) search.why = why;
}
