// A campaign's terms in plain sentences for a donor.

import { capsOf, periodOf, smallestSum } from "../../protocol/terms.js";

/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {import("../../protocol/terms.js").Terms} Terms */
/** @typedef {import("../../protocol/terms.js").PlainTerms} PlainTerms */
/** @typedef {import("../../protocol/terms.js").CohortTerms} CohortTerms */

/** The share of cases in which the noise is larger than the half width: 5%, as the interval is that of 95%. */
const BEYOND = 0.05;

/**
 * Return sentences about a campaign's terms: the caps, the time for which they hold, whose counts are added up, who adds the noise, what could go
 * wrong, and the privacy cost.
 * @param {Texts} texts
 * @param {Terms} terms
 * @returns {readonly string[]}
 */
export function privacySentences(texts, terms) {
  return [
    capsSentence(texts, terms),
    ...(periodOf(terms) === "week" ? [texts.t("terms_week")] : []),
    ...(terms.protocol === "cohort" ? ofCohort(texts, terms) : ofPlain(texts, terms)),
    texts.t("terms_cost", { cost: texts.number(Number(terms.budget.epsilon), 6) }),
  ];
}

/**
 * @param {Texts} texts
 * @param {Terms} terms
 */
function capsSentence(texts, terms) {
  const { searches, hits, hitsPerKeyword } = capsOf(terms);
  if (terms.max_matches !== undefined) return texts.t("terms_matches", { searches, matches: terms.max_matches });
  const key = periodOf(terms) === "week" ? "terms_caps_week" : "terms_caps";
  return texts.t(key, { searches, each: hitsPerKeyword, hits });
}

/**
 * @param {Texts} texts
 * @param {PlainTerms} terms
 */
function ofPlain(texts, terms) {
  return [texts.t("terms_group", { others: smallestSum(terms) - 1 }), texts.t("terms_plain"), texts.t("terms_server")];
}

/**
 * @param {Texts} texts
 * @param {CohortTerms} terms
 */
function ofCohort(texts, terms) {
  return [
    texts.t("terms_cohort", { others: smallestSum(terms) - 1 }),
    texts.t("terms_cohort_noise", { half: halfWidth(Number(terms.noise.counts.scale)) }),
    texts.t("terms_cohort_limits", { share: terms.colluders }),
    texts.t("terms_cohort_missing"),
    texts.t("terms_cohort_duty"),
  ];
}

/**
 * Return half the width of the 95% interval of discrete Laplace noise.
 *
 * With r = exp(-1 / scale), the noise is larger than k (up or down) with probability 2 r^(k + 1) / (1 + r).
 * @param {number} scale in counts, above zero
 * @returns {number} in whole counts
 */
export function halfWidth(scale) {
  const ratio = Math.exp(-1 / scale);
  return Math.max(0, Math.ceil(-scale * Math.log((BEYOND * (1 + ratio)) / 2)) - 1);
}
