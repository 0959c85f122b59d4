// The plan that an honest server would make for a day. A review counts by it before the server has made one.

import { VocabularyError } from "../../counting/entries.js";
import { plusDays } from "../../protocol/days.js";
import { COUNTING_RULES, LEAST_TREE } from "../../protocol/limits.js";
import { delayOf } from "../../protocol/terms.js";
import { cohortPartOf } from "../../rounds/cohort/day/layout.js";
import { partOf } from "../../rounds/layout.js";
import { isDue, ofDay } from "./consent.js";

/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */
/** @typedef {import("../../protocol/messages.js").ServerInfo} ServerInfo */
/** @typedef {import("../../protocol/messages.js").Part} PlainPart */
/** @typedef {import("../../rounds/cohort/messages.js").CohortPart} CohortPart */
/** @typedef {import("./consent.js").Consent} Consent */
/** @typedef {import("./consent.js").Part} Part */
/** @typedef {import("./consent.js").Plan} Plan */

/** Stands for the epoch's root, in hex: no part of the plan depends on it. */
const NOBODYS = "00".repeat(32);

/** Stands for keywords that can't be counted: the donor objects to such a consent whatever the part counts. */
const ANY = Object.freeze(["any"]);

/**
 * Return the part of a campaign in an honest plan of the day.
 *
 * It follows the campaign's newest text, to which the consent may object. A day from before the latest consent was
 * planned under the text that the donor had agreed to then.
 * @param {readonly Consent[]} consents to this campaign, the oldest first, at least one
 * @param {string} day
 * @param {string} zone of the data days
 * @param {Campaign | undefined} newest undefined if the server's text is not known
 * @returns {Part}
 */
export function expectedPart(consents, day, zone, newest) {
  const consent = ofDay(consents, day, zone);
  const texts = newest !== undefined && consent === consents.at(-1) ? [newest, consent.campaign] : [consent.campaign];
  for (const text of texts) {
    try {
      return ownPart(text);
    } catch (error) {
      if (!(error instanceof VocabularyError)) throw error;
      // No honest plan has a part for such a text. Any part will do here: the donor objects to the text anyway.
    }
  }
  return ownPart({ ...consent.campaign, vocabulary: ANY });
}

/**
 * Return the campaign's part in a plan of the protocol that its terms name.
 * @param {Campaign} campaign
 */
function ownPart(campaign) {
  return campaign.terms.protocol === "cohort" ? cohortPartOf(campaign) : partOf(campaign);
}

/**
 * Return the plan that an honest server makes for a day, with only this donor's campaigns. A review counts by it.
 *
 * Parts of another protocol than the server's are left out, and those of a period that this day's plan can't have.
 * @param {ServerInfo} info
 * @param {string} day
 * @param {readonly Part[]} parts
 * @returns {Plan}
 */
export function expectedPlan(info, day, parts) {
  const ending = parts.filter((part) => isDue(part, day));
  if (info.protocol === "cohort") return expectedCohortPlan(info, day, ending.filter(isOfCohort));
  const layout = ending.filter(isOfPlain);
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
    counting_rules: COUNTING_RULES,
    layout,
  });
}

/**
 * Return a `cohort` plan with these parts. Its tree and window are placeholders, and it has no cohorts.
 * @param {ServerInfo} info
 * @param {string} day
 * @param {readonly CohortPart[]} layout
 * @returns {Plan}
 */
function expectedCohortPlan({ key, zone, delay }, day, layout) {
  const due = layout.map(({ terms }) => terms);
  const closes = plusDays(day, 1 + delayOf(due, delay));
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
    counting_rules: COUNTING_RULES,
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
