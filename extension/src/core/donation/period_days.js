// The days of a part's period: which of them give something, and the searches that count on each.
//
// A day's searches come from the history. If the history now holds fewer searches of a day than it did when the day was
// kept, somebody has cleared it. The day is then counted from what the home kept.

import { dayBounds, daysOf } from "../../protocol/days.js";
import { periodOf } from "../../protocol/terms.js";
import { endOf, isDue, objection, ofDay } from "./consent.js";
import { countedSearches } from "./counted_searches.js";
import { seenBy } from "./decisions.js";
import { paused } from "./exclusions.js";
import { searchesOf } from "./kept_days.js";

/** @typedef {import("../searches.js").Search} Search */
/** @typedef {import("./consent.js").Consent} Consent */
/** @typedef {import("./consent.js").Objection} Objection */
/** @typedef {import("./consent.js").Part} Part */
/** @typedef {import("./consent.js").Plan} Plan */
/** @typedef {import("./counted_searches.js").CountedSearch} CountedSearch */
/** @typedef {import("./kept_days.js").KeptDay} KeptDay */
/** @typedef {import("./prepare_donation.js").DonorState} DonorState */

/**
 * A day of a part's period.
 *
 * - `why`: why it gives nothing; null if it gives its searches.
 * - `kept`: whether it is counted from what the home kept.
 * - `searches`: those that count unless a cap of the period is reached.
 * @typedef {Readonly<{
 *   day: string, why: Objection | "paused" | null, kept: boolean, searches: readonly CountedSearch[],
 * }>} PeriodDay
 */

/**
 * Return the days of a part's period, the oldest first.
 *
 * Consent, pauses and exclusions hold day by day. Each day is counted with the keywords of the consent that holds for
 * it.
 *
 * A day that the donor withheld stays out of its week. It is counted before its counts are dropped: the time that an
 * upload takes must not tell what the donor decided. The decision about the plan's own day is applied later (`decided`).
 * @param {Plan} plan
 * @param {Part} part one that the consent of the plan's day allows
 * @param {readonly Search[] | null} found the searches of the history; null if it can't be read
 * @param {DonorState} state
 * @returns {readonly PeriodDay[]}
 */
export function periodDays(plan, part, found, state) {
  return daysOfPart(plan, part).map((day) => {
    const why = objectionOn(plan, part, state, day) ?? (isCovered(day, state) ? "paused" : null);
    if (why !== null) return Object.freeze({ day, why, kept: false, searches: [] });
    const kept = state.kept.find((one) => one.campaign === part.campaign && one.day === day) ?? null;
    const counted = countedDay(day, ofDay(consentsTo(part, state), day, state.info.zone), found, kept, state);
    const isLeftOut = day !== plan.day && state.withheld.has(day);
    return isLeftOut ? Object.freeze({ day, why: "withheld", kept: false, searches: [] }) : counted;
  });
}

/**
 * Return whether pauses take all that a part could count: every day that keeps to its consent.
 * @param {Plan} plan
 * @param {Part} part
 * @param {DonorState} state
 */
export function isPaused(plan, part, state) {
  const days = daysOfPart(plan, part);
  const keeping = days.filter((day) => objectionOn(plan, part, state, day) === null);
  return (keeping.length > 0 ? keeping : days).every((day) => isCovered(day, state));
}

/**
 * Return the objection to a part on one day of its period; null if it keeps to the consent that holds for the day.
 * @param {Plan} plan
 * @param {Part} part
 * @param {DonorState} state
 * @param {string} day
 * @returns {Objection | null}
 */
export function objectionOn(plan, part, state, day) {
  const agreed = consentsTo(part, state);
  const text = state.newest.get(part.campaign) ?? agreed[agreed.length - 1].campaign;
  return objection(ofDay(agreed, day, state.info.zone), plan, part, text, state.info, day);
}

/**
 * Return the consents in force to a part's campaign, the oldest first.
 * @param {Part} part of a campaign that is joined
 * @param {DonorState} state
 */
function consentsTo({ campaign }, { consents }) {
  return /** @type {readonly Consent[]} */ (consents.get(campaign));
}

/**
 * Return the days of the part's period, or the plan's day alone if the plan may not have the part.
 * @param {Plan} plan
 * @param {Part} part
 */
function daysOfPart({ day }, part) {
  return isDue(part, day) ? daysOf(periodOf(part.terms), endOf(part, day)) : [day];
}

/**
 * @param {string} day
 * @param {DonorState} state
 */
function isCovered(day, { exclusions, info, now }) {
  return paused(exclusions, dayBounds(day, info.zone), now);
}

/**
 * Count a day from the history, or from what the home kept if the history holds fewer searches now.
 * @param {string} day
 * @param {Consent} consent
 * @param {readonly Search[] | null} found
 * @param {KeptDay | null} kept
 * @param {DonorState} state
 * @returns {PeriodDay}
 */
function countedDay(day, consent, found, kept, { exclusions, decision }) {
  const made = found?.filter((search) => search.day === day) ?? null;
  if (kept !== null && kept.seen > (made?.length ?? -1)) {
    return Object.freeze({ day, why: null, kept: true, searches: searchesOf(kept) });
  }
  if (made === null) return Object.freeze({ day, why: "no-history", kept: false, searches: [] });
  const searches = countedSearches(seenBy(decision, made) ?? [], consent.campaign, exclusions);
  return Object.freeze({ day, why: null, kept: false, searches });
}
