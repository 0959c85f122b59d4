// What a donor has agreed to, and whether a round's plan keeps to it.

import { parseVocabulary, VocabularyError } from "../../counting/vocabulary.js";
import { dayOf } from "../../protocol/days.js";
import { toHex } from "../../protocol/encoding.js";
import { hasOneNoise, noWeakerThan } from "../../protocol/terms.js";
import { DonorError } from "../errors.js";

/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */
/** @typedef {import("../../protocol/messages.js").Part | import("../../rounds/cohort/messages.js").CohortPart} Part of either kind of plan */
/** @typedef {import("../../protocol/messages.js").Plan | import("../../rounds/cohort/messages.js").CohortPlan} Plan of either kind */
/** @typedef {import("../../protocol/messages.js").ServerInfo} ServerInfo */
/** @typedef {import("../../protocol/terms.js").Terms} Terms */
/** @typedef {import("../../counting/vocabulary.js").Vocabulary} Vocabulary */

/**
 * Why a donor gives a campaign nothing of a day: the round goes out with zeros in the campaign's place.
 *
 * - `weaker-terms`: the caps, noise, budget or smallest group of the plan or the newest text protect less than agreed to.
 * - `changed-protocol`: the round, or the newest text, has another protocol than was agreed to.
 * - `changed-vocabulary`: it counts other words than the campaign the server signed, or that changed words agreed to.
 * - `changed-strata`: it has other strata than those agreed to.
 * - `changed-zone`: its day begins and ends at other times than the server's days did on joining.
 * - `outside-consent`: the day lies before the donor first agreed (or joined again), or outside the campaign's dates.
 * - `no-history`: the browser's history could not be read, so that there is nothing to count.
 * - `not-approved`: the donor looks its days through before they are sent, and did not this one.
 * - `withheld`: the donor chose to send nothing for this day.
 * - `named-twice`: the plan has two places for the campaign: nobody agreed to that, and one could carry less noise.
 * - `over-budget`: all days given to the campaign and this one would cost more than its budget.
 * - `over-ceiling`: all days given to all campaigns and this one would cost more than the donor's own ceiling.
 * - `given-elsewhere`: the desktop app gives or gave this day.
 * - `cohort-too-small`: the day's sum may have fewer donors than the campaign wants; noise alone is sent, by all donors.
 * @typedef {"weaker-terms" | "changed-protocol" | "changed-vocabulary" | "changed-strata" | "changed-zone" | "outside-consent" |
 *   "no-history" | "not-approved" | "withheld" | "named-twice" | "over-budget" | "over-ceiling" |
 *   "given-elsewhere" | "cohort-too-small"} Objection
 */

/**
 * What a donor agreed to in one campaign, as it was given: the signed text, in which language, when.
 *
 * `stratum` is the donor's own choice and stays on its computer. The words accepted are those of the signed text.
 * @typedef {Readonly<{
 *   signed: import("../../protocol/messages.js").Signed, campaign: Campaign, language: string, time: number,
 *   stratum: string | null,
 * }>} Consent
 */

/** @type {WeakMap<Campaign, Vocabulary>} */
const vocabularies = new WeakMap();

/**
 * A campaign's entries; VocabularyError if they can't be counted.
 * @param {Campaign} campaign
 * @returns {Vocabulary}
 */
export function vocabularyOf(campaign) {
  const found = vocabularies.get(campaign) ?? parseVocabulary(campaign.vocabulary);
  vocabularies.set(campaign, found);
  return found;
}

/**
 * The same, read afresh.
 * @param {Campaign} campaign
 */
export function readAgain(campaign) {
  vocabularies.delete(campaign);
  return vocabularyOf(campaign);
}

/**
 * The consent that holds for a day of `zone`: the newest given by its end, so that agreeing again keeps old days.
 *
 * `consents` are those to one campaign, the oldest first, at least one. A day before all of them gets the first, which
 * objects to it.
 * @param {readonly Consent[]} consents
 * @param {string} day
 * @param {string} zone
 */
export function ofDay(consents, day, zone) {
  return consents.filter(({ time }) => dayOf(time, zone) <= day).at(-1) ?? consents[0];
}

/**
 * Why the plan's part breaks the consent; null if it keeps to it.
 *
 * `newest` is the campaign as the server signed it last; `info` the server as it was on joining.
 * @param {Consent} consent
 * @param {Plan} plan
 * @param {Part} part
 * @param {Campaign} newest
 * @param {ServerInfo} info
 * @returns {Objection | null}
 */
export function objection(consent, plan, part, newest, info) {
  const { start, end, terms, strata } = consent.campaign;
  if (plan.zone !== info.zone) return "changed-zone";
  const given = dayOf(consent.time, info.zone);
  if (plan.day < start || plan.day < given || plan.day > end) return "outside-consent";
  // No honest plan has such a part, and no review has shown it.
  if (part.terms.protocol !== info.protocol) return "changed-protocol";
  const why = objectionToTerms(part.terms, terms);
  if (why !== null) return why;
  if (hidesTooLittle(plan, part)) return "weaker-terms";
  if (part.strata.join() !== strata.join()) return "changed-strata";
  return countsTheAccepted(consent, part, newest) ? null : "changed-vocabulary";
}

/**
 * Why terms break those agreed to; null if they protect the donor at least as well.
 * @param {Terms} now
 * @param {Terms} agreed
 * @returns {Objection | null}
 */
export function objectionToTerms(now, agreed) {
  if (now.protocol !== agreed.protocol) return "changed-protocol";
  return noWeakerThan(now, agreed) ? null : "weaker-terms";
}

/**
 * Whether a sum may hide a donor less than the part's terms say, or what its noise costs can't be told.
 *
 * In `plain`, a part's floor says among how many a donor hides: the plan's groups must not be smaller. In `cohort`, a home
 * computes the least floor itself. There, each kind of number may have its own noise: what that costs is not worked out
 * yet.
 * @param {Plan} plan
 * @param {Part} part
 */
function hidesTooLittle(plan, { terms }) {
  if (terms.protocol === "cohort") return !hasOneNoise(terms);
  return plan.protocol !== "cohort" && plan.min_group < terms.min_group;
}

/**
 * Whether plan, newest campaign and consent have the same entries in the same order, as far as each goes.
 * @param {Consent} consent
 * @param {Part} part
 * @param {Campaign} newest
 */
function countsTheAccepted({ campaign }, part, newest) {
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
 * The language to show the consent text in: the preferred one, its base language, English, or the first.
 * @param {Campaign} campaign
 * @param {string} preferred
 */
export function languageOf({ consent }, preferred) {
  const known = [preferred, preferred.split("-")[0], "en"].find((tag) => Object.hasOwn(consent, tag));
  return known ?? Object.keys(consent).sort()[0] ?? "en";
}

/**
 * The stratum a donor takes part in, null where the campaign has none; DonorError names the choices.
 * @param {Campaign} campaign
 * @param {string | null} chosen
 */
export function stratumOf({ id, strata }, chosen) {
  if (strata.length === 0) return null;
  if (chosen !== null && strata.includes(chosen)) return chosen;
  const line = `campaign ${id} asks which stratum you belong to (it stays on this computer): ${strata.join(" or ")}`;
  throw new DonorError("choose-stratum", line, { campaign: id, strata: strata.join(", ") });
}

/**
 * The ids of the campaigns wanted, all by default; DonorError names one the server does not have.
 * @param {ReadonlyMap<string, Campaign>} campaigns
 * @param {readonly string[] | null} wanted
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
 * Whether two messages say the same, in whatever order they name their fields.
 * @param {object} one
 * @param {object} other
 */
export function isEqual(one, other) {
  return one === other || canonical(one) === canonical(other);
}

/** @param {object} message */
function canonical(message) {
  return JSON.stringify(message, (_, value) =>
    value === null || typeof value !== "object" || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}
