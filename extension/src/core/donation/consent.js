// A donor's consents, and whether the plan of a round keeps to them.

import { VocabularyError } from "../../counting/entries.js";
import { vocabularyOfCampaign } from "../../counting/vocabulary.js";
import { dayOf, lastDay, mayRepeat } from "../../protocol/days.js";
import { toHex } from "../../protocol/encoding.js";
import { noWeakerThan, periodOf } from "../../protocol/terms.js";
import { DonorError } from "../errors.js";

/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */
/**
 * A part of a plan of either protocol.
 * @typedef {import("../../protocol/messages.js").Part | import("../../rounds/cohort/messages.js").CohortPart} Part
 */
/**
 * A plan of either protocol.
 * @typedef {import("../../protocol/messages.js").Plan | import("../../rounds/cohort/messages.js").CohortPlan} Plan
 */
/** @typedef {import("../../protocol/messages.js").ServerInfo} ServerInfo */
/** @typedef {import("../../protocol/terms.js").Terms} Terms */
/** @typedef {import("../../counting/vocabulary.js").Vocabulary} Vocabulary */

/**
 * Why a donor gives a campaign nothing of a day. The message goes out with zeros in the campaign's place.
 *
 * - `weaker-terms`: the plan or the newest text has caps, noise, a budget or a smallest group that protect the donor
 *   less than the terms it agreed to.
 * - `changed-protocol`: the plan or the newest text has another protocol than the donor agreed to.
 * - `changed-vocabulary`: the plan counts other entries than the campaign's newest text, or that text changed entries
 *   that the donor agreed to.
 * - `changed-strata`: the plan has other strata than those agreed to.
 * - `changed-zone`: the plan has another time zone than the server had on joining, so its day has other bounds.
 * - `outside-consent`: the day lies before the donor first agreed (or joined again), or outside the campaign's dates; or
 *   the campaign counts by week, and the plan's day is no Sunday, or none on which a lost week may be asked for again.
 * - `not-repeated`: the plan asks once more for a week that the donor gave twice, or of which it gave nothing when it was
 *   asked.
 * - `no-history`: the browser's history could not be read.
 * - `not-approved`: the donor reviews its days before they are sent, and has not approved this one.
 * - `withheld`: the donor chose to send nothing for this day.
 * - `named-twice`: the plan has two places for the campaign. Nobody agreed to that, and one could carry less noise.
 * - `over-budget`: with this day, the days given to the campaign would cost more than its budget.
 * - `over-ceiling`: with this day, the days given to all campaigns would cost more than the donor's own ceiling.
 * - `given-elsewhere`: the desktop app gives or gave this day.
 * - `cohort-too-small`: the day's sum may have fewer donors than the campaign wants, so all donors send noise alone.
 * - `unwitnessed`: too few witnesses vouch that all donors were shown the same list of donors, so the home sends noise alone.
 * @typedef {"weaker-terms" | "changed-protocol" | "changed-vocabulary" | "changed-strata" | "changed-zone" |
 *   "outside-consent" | "no-history" | "not-approved" | "withheld" | "named-twice" | "over-budget" | "over-ceiling" |
 *   "given-elsewhere" | "cohort-too-small" | "unwitnessed" | "not-repeated"} Objection
 */

/**
 * A donor's consent to one campaign: the campaign's signed text, the language in which it was shown, and when the donor
 * agreed (milliseconds since 1970). The entries agreed to are those of the signed text.
 *
 * `stratum` is the donor's own choice and stays on its computer; null if the campaign has no strata.
 * @typedef {Readonly<{
 *   signed: import("../../protocol/messages.js").Signed, campaign: Campaign, language: string, time: number,
 *   stratum: string | null,
 * }>} Consent
 */

/** @type {WeakMap<Campaign, Vocabulary>} the vocabularies parsed so far; each goes when its campaign does */
const vocabularies = new WeakMap();

/**
 * Return a campaign's entries, ready for counting. They are parsed once.
 * @param {Campaign} campaign
 * @returns {Vocabulary}
 * @throws {VocabularyError} if this version can't count one of the entries
 */
export function vocabularyOf(campaign) {
  const found = vocabularies.get(campaign) ?? vocabularyOfCampaign(campaign.vocabulary, campaign.counting_rules);
  vocabularies.set(campaign, found);
  return found;
}

/**
 * Parse a campaign's entries again, even if they were parsed before, and return them.
 * @param {Campaign} campaign
 * @throws {VocabularyError} if this version can't count one of the entries
 */
export function readAgain(campaign) {
  vocabularies.delete(campaign);
  return vocabularyOf(campaign);
}

/**
 * Return the consent that holds for a day: the newest that was given by the day's end. Days before the donor agreed
 * again thus keep their older consent.
 * @param {readonly Consent[]} consents to one campaign, the oldest first, at least one
 * @param {string} day if it is before all of them, the first is returned: `objection` then finds the day outside it
 * @param {string} zone of the data days
 */
export function ofDay(consents, day, zone) {
  return consents.filter(({ time }) => dayOf(time, zone) <= day).at(-1) ?? consents[0];
}

/**
 * Return whether a day lies before a consent, or outside the campaign's dates.
 * @param {Consent} consent
 * @param {string} day
 * @param {string} zone of the data days
 */
export function isOutside({ campaign: { start, end }, time }, day, zone) {
  return day < start || day < dayOf(time, zone) || day > end;
}

/**
 * Return how a plan's part breaks a consent; null if it keeps to it.
 * @param {Consent} consent the one that holds for the day
 * @param {Plan} plan
 * @param {Part} part
 * @param {Campaign} newest the campaign as the server signed it last
 * @param {ServerInfo} info the server as it was on joining
 * @param {string} [day] a day of the part's period; by default the plan's
 * @returns {Objection | null}
 */
export function objection(consent, plan, part, newest, info, day = plan.day) {
  const { terms, strata } = consent.campaign;
  if (plan.zone !== info.zone) return "changed-zone";
  if (isOutside(consent, day, info.zone) || !isDue(part, plan.day)) return "outside-consent";
  // No honest plan has a part of another protocol than the server's, and no review has shown it.
  if (part.terms.protocol !== info.protocol) return "changed-protocol";
  const why = objectionToTerms(part.terms, terms);
  if (why !== null) return why;
  if (hidesTooLittle(plan, part)) return "weaker-terms";
  if (part.strata.join() !== strata.join()) return "changed-strata";
  return countsTheAccepted(consent, part, newest) ? null : "changed-vocabulary";
}

/**
 * Return the last day of the lost week that a part asks for once more; null for any other part.
 * @param {Part} part
 */
export function repeatedBy(part) {
  return ("repeats" in part && part.repeats) || null;
}

/**
 * Return the last day of the period that a part counts in the plan of a day; an earlier day for a lost week.
 * @param {Part} part
 * @param {string} day
 */
export function endOf(part, day) {
  return repeatedBy(part) ?? day;
}

/**
 * Return whether the plan of a day may have a part: its period ends on the day, or may be repeated on it.
 * @param {Part} part
 * @param {string} day
 */
export function isDue(part, day) {
  const [end, period] = [endOf(part, day), periodOf(part.terms)];
  return end === day ? lastDay(period, day) === day : period === "week" && mayRepeat(end, day);
}

/**
 * Return how terms break those agreed to; null if they protect the donor at least as well.
 * @param {Terms} now
 * @param {Terms} agreed
 * @returns {Objection | null}
 */
export function objectionToTerms(now, agreed) {
  if (now.protocol !== agreed.protocol) return "changed-protocol";
  return noWeakerThan(now, agreed) ? null : "weaker-terms";
}

/**
 * Return whether a sum may hide a donor less than the part's terms promise.
 *
 * In `plain`, the terms say among how many donors each one hides, so the plan's groups must not be smaller. In
 * `cohort`, a home computes the floor itself.
 * @param {Plan} plan
 * @param {Part} part
 */
function hidesTooLittle(plan, { terms }) {
  return terms.protocol !== "cohort" && plan.protocol !== "cohort" && plan.min_group < terms.min_group;
}

/**
 * Return whether plan, newest campaign and consent have the same entries in the same order, which queries match by the
 * same rules. One may have more at its end.
 * @param {Consent} consent
 * @param {Part} part
 * @param {Campaign} newest
 */
function countsTheAccepted({ campaign }, part, newest) {
  if (newest.counting_rules !== campaign.counting_rules) return false;
  try {
    const vocabulary = vocabularyOf(newest);
    if (part.entries > vocabulary.length || part.vocabulary !== toHex(vocabulary.digest(part.entries))) return false;
    return vocabulary.extends(vocabularyOf(campaign));
  } catch (error) {
    if (!(error instanceof VocabularyError)) throw error;
    return false;
  }
}

/**
 * Return whether a campaign's newest text differs from the agreed one only by more keywords at the end of its list, or
 * by an earlier end. A donor who agrees to any other change needs to see all of the text.
 * @param {Campaign} newest
 * @param {Campaign} agreed
 */
export function onlyGrows(newest, agreed) {
  const before = { ...newest, vocabulary: newest.vocabulary.slice(0, agreed.vocabulary.length), end: agreed.end };
  return isEqual(before, agreed) && newest.end <= agreed.end;
}

/**
 * Return the language to show a consent text in: the preferred one, its base language, English, or the first there is.
 * @param {Campaign} campaign
 * @param {string} preferred a language tag such as "de-AT"
 */
export function languageOf({ consent }, preferred) {
  const known = [preferred, preferred.split("-")[0], "en"].find((tag) => Object.hasOwn(consent, tag));
  return known ?? Object.keys(consent).sort()[0] ?? "en";
}

/**
 * Return the stratum in which a donor takes part; null if the campaign has no strata.
 * @param {Campaign} campaign
 * @param {string | null} chosen
 * @throws {DonorError} `choose-stratum`, with the strata, if none of them was chosen
 */
export function stratumOf({ id, strata }, chosen) {
  if (strata.length === 0) return null;
  if (chosen !== null && strata.includes(chosen)) return chosen;
  const line = `campaign ${id} asks which stratum you belong to (it stays on this computer): ${strata.join(" or ")}`;
  throw new DonorError("choose-stratum", line, { campaign: id, strata: strata.join(", ") });
}

/**
 * Return the ids of the wanted campaigns, each once.
 * @param {ReadonlyMap<string, Campaign>} campaigns the server's, by id
 * @param {readonly string[] | null} wanted null for all
 * @throws {DonorError} `no-such-campaign` for an id that the server does not have, `no-campaigns` if none is left
 */
export function select(campaigns, wanted) {
  const chosen = [...new Set(wanted ?? campaigns.keys())];
  const missing = chosen.find((name) => !campaigns.has(name));
  if (missing !== undefined) {
    const line = `the server has no campaign ${missing}: it has ${[...campaigns.keys()].join(", ") || "none"}`;
    throw new DonorError("no-such-campaign", line, { campaign: missing });
  }
  if (chosen.length === 0) {
    throw new DonorError("no-campaigns", "the server has no campaign to join now: try again when it has");
  }
  return chosen;
}

/**
 * Return whether two messages have the same content. The order of their fields makes no difference.
 * @param {object} one
 * @param {object} other
 */
export function isEqual(one, other) {
  return one === other || canonical(one) === canonical(other);
}

/**
 * Return a message as JSON with the fields of every object in order.
 * @param {object} message
 */
function canonical(message) {
  return JSON.stringify(message, (_, value) =>
    value === null || typeof value !== "object" || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}
