// A donor that says what a story tells it to, and notes what it is asked for; the address names the story.

import { STORIES } from "./stories.js";

const asked = new URLSearchParams(location.search);
const kept = structuredClone(STORIES[asked.get("story") ?? "joined"]);
for (const name of ["language", "theme"])
  kept.preferences[name] = asked.get(`chosen-${name}`) ?? kept.preferences[name];
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
    // What a page may ask for is what a Donor has: anything else is undefined, and the page fails as it would there.
    return new Donor();
  }

  static async eraseOutdated() {
    noted("eraseOutdated");
    kept.opens = null;
  }

  state = async () => kept.state;
  preferences = async () => kept.preferences;
  daysToReview = async () => kept.days;
  consents = async () => new Map(Object.entries(kept.consents));
  campaignsOnOffer = async () => kept.offers;
  sending = async () => kept.sending;
  blocked = async () => kept.blocked;
  sentDays = async () => kept.sentDays;
  log = async () => kept.log;
  results = async () => kept.results;
  ledger = async () => kept.ledger;
  nextCheckIn = async () => kept.next;
  lookAgain = async () => kept.offer;
  export = async () => ({ made: "2026-11-20" });

  today = async () => kept.state.today;

  /** @param {readonly string[]} days */
  giveNothingOf = async (days) => noted("giveNothingOf", days);

  /** @param {boolean} on */
  setCompanion = async (on) => {
    noted("setCompanion", on);
    kept.state = { ...kept.state, companion: on };
  };

  /** @param {string} day */
  review = async (day) => {
    await history;
    return { ...kept.review, day, campaigns: kept.review.locked ? kept.review.campaigns : counting() };
  };

  /** @param {string} day */
  lookThrough = async (day) => {
    const review = await this.review(day);
    return [kept.searches, review];
  };

  /** @param {string} url */
  look = async (url) => {
    noted("look", url);
    if (kept.looks) throw failing(kept.looks);
    return kept.offer;
  };

  /**
   * @param {any} offer
   * @param {any} terms
   */
  accept = async (offer, terms) => {
    noted("accept", Object.keys(offer.campaigns), terms);
    const { state, consents, days } = STORIES.joined;
    Object.assign(kept, { state, consents, days });
    return { campaigns: Object.keys(offer.campaigns), already: [] };
  };

  checkIn = async () => {
    noted("checkIn");
    return { sent: [], refused: [], skipped: [], waiting: [] };
  };

  fetchResults = async () => noted("fetchResults");
  /** @param {{tellServer: boolean}} how */
  eraseMe = async ({ tellServer }) => {
    noted("eraseMe", tellServer);
    if (tellServer && kept.looks) throw failing(kept.looks);
    return tellServer ? "forgotten" : "not-told";
  };

  /** @param {string} campaign */
  leave = async (campaign) => noted("leave", campaign);

  /**
   * @param {string} day
   * @param {any} seen
   */
  approve = async (day, seen) => {
    noted("approve", day, seen.day);
    kept.days = [{ ...dayOf(day), state: "approved" }];
  };

  /** @param {string} day */
  withhold = async (day) => {
    noted("withhold", day);
    kept.days = [{ ...dayOf(day), state: "nothing" }];
  };

  /** @param {string} id */
  skip = async (id) => found(id, "skipped");

  /** @param {string} id */
  unskip = async (id) => found(id, null);

  /** @param {string} text */
  block = async (text) => {
    noted("block", text);
    kept.blocked = [...kept.blocked, text];
    return text;
  };

  /** @param {string} text */
  unblock = async (text) => {
    kept.blocked = kept.blocked.filter((/** @type {string} */ word) => word !== text);
    return text;
  };

  /** @param {number | null} until */
  pause = async (until = null) => {
    noted("pause", until);
    kept.state = { ...kept.state, pausedSince: kept.now, pausedUntil: until };
  };

  resume = async () => {
    kept.state = { ...kept.state, pausedSince: null, pausedUntil: null };
  };

  /** @param {string} mode */
  setSending = async (mode) => {
    noted("setSending", mode);
    if (kept.fixed) throw failing(kept.fixed);
    kept.sending = mode;
  };

  /** @param {string | null} ceiling */
  setCeiling = async (ceiling) => {
    noted("setCeiling", ceiling);
    kept.ledger = { ...kept.ledger, ceiling };
  };

  /**
   * @param {string} name
   * @param {unknown} value
   */
  setPreference = async (name, value) => {
    kept.preferences = { ...kept.preferences, [name]: value };
  };
}

/** @param {string} day */
function dayOf(day) {
  const open = { day, until: day, goesOut: null, goesOutAt: null };
  return kept.days.find((/** @type {any} */ one) => one.day === day) ?? open;
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
    leftOut: [...out].map((search) => ({ search, why: "skipped", entries: [] })),
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
  noted(why === null ? "unskip" : "skip", id);
  for (const search of kept.searches.searches) if (search.id === id) search.why = why;
}
