// The plan that an honest server would make of a day. A review counts by it before the server has made one.

import { VocabularyError } from "../../counting/vocabulary.js";
import { plusDays } from "../../protocol/days.js";
import { LEAST_TREE } from "../../protocol/limits.js";
import { cohortPartOf } from "../../rounds/cohort/day/layout.js";
import { partOf } from "../../rounds/layout.js";
import { ofDay } from "./consent.js";

/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */
/** @typedef {import("../../protocol/messages.js").ServerInfo} ServerInfo */
/** @typedef {import("../../protocol/messages.js").Part} PlainPart */
/** @typedef {import("../../rounds/cohort/messages.js").CohortPart} CohortPart */
/** @typedef {import("./consent.js").Consent} Consent */
/** @typedef {import("./consent.js").Part} Part */
/** @typedef {import("./consent.js").Plan} Plan */

/** In place of a digest that is no part's concern. */
const NOBODYS = "00".repeat(32);

/**
 * The campaign's place in an honest plan of the day: that of its newest text, to which the consent may object.
 *
 * `consents` are those of `ofDay`. A day from before the latest of them was planned under the text agreed to then.
 * @param {readonly Consent[]} consents
 * @param {string} day
 * @param {string} zone
 * @param {Campaign | undefined} newest
 * @returns {Part}
 */
export function expectedPart(consents, day, zone, newest) {
  const consent = ofDay(consents, day, zone);
  if (newest === undefined || consent !== consents.at(-1)) return ownPart(consent.campaign);
  try {
    return ownPart(newest);
  } catch (error) {
    if (!(error instanceof VocabularyError)) throw error;
    // No honest plan has it: whatever the part, the newest text is objected to.
    return ownPart(consent.campaign);
  }
}

/**
 * The campaign's place in a plan of its own protocol.
 * @param {Campaign} campaign
 */
function ownPart(campaign) {
  return campaign.terms.protocol === "cohort" ? cohortPartOf(campaign) : partOf(campaign);
}

/**
 * The plan an honest server makes of a day, as far as this donor's campaigns go: what a review looks at.
 *
 * Parts of another protocol than the server's are left out: no plan of its can have them.
 * @param {ServerInfo} info
 * @param {string} day
 * @param {readonly Part[]} parts
 * @returns {Plan}
 */
export function expectedPlan(info, day, parts) {
  if (info.protocol === "cohort") return expectedCohortPlan(info, day, parts.filter(isOfCohort));
  const layout = parts.filter(isOfPlain);
  return Object.freeze({
    protocol: "plain",
    version: 1,
    server: info.key,
    day,
    zone: info.zone,
    group_size: info.group_size,
    // The floor in force is the one that the server signs its campaigns with; it may have risen since joining.
    min_group: layout.length > 0 ? Math.max(...layout.map((part) => part.terms.min_group)) : info.min_group,
    delay: info.delay,
    layout,
  });
}

/**
 * The plan as far as its parts are concerned: tree, window and floors are those of no plan.
 * @param {ServerInfo} info
 * @param {string} day
 * @param {readonly CohortPart[]} layout
 * @returns {Plan}
 */
function expectedCohortPlan({ key, zone, delay }, day, layout) {
  const closes = plusDays(day, 1 + delay);
  return Object.freeze({
    protocol: "cohort",
    version: 2,
    server: key,
    day,
    zone,
    epoch: 0,
    root: NOBODYS,
    size: LEAST_TREE,
    reset: 0,
    earliest_close: closes,
    latest_close: closes,
    last_answers: closes,
    capacity: 1,
    reach: 0,
    cohorts: [],
    layout,
  });
}

/**
 * @param {Part} part
 * @returns {part is CohortPart}
 */
function isOfCohort(part) {
  return part.terms.protocol === "cohort";
}

/**
 * @param {Part} part
 * @returns {part is PlainPart}
 */
function isOfPlain(part) {
  return part.terms.protocol === "plain";
}
