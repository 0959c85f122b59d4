// A campaign's terms in plain sentences for a donor.

import { exceptionOf, percentOf } from "../../privacy/accounting/certainty.js";
import { capsOf, hasFull, hasOneLaplace, periodOf, smallestSum } from "../../protocol/terms.js";
import { outside } from "./texts.js";

/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {import("../../protocol/terms.js").Terms} Terms */
/** @typedef {import("../../protocol/terms.js").PlainTerms} PlainTerms */
/** @typedef {import("../../protocol/terms.js").CohortTerms} CohortTerms */
/** @typedef {import("../../protocol/terms.js").NumberNoise} NumberNoise */

/** The share of cases in which the noise is larger than the half width: 5%, as the interval is that of 95%. */
const BEYOND = 0.05;
/** No noise beyond so many standard deviations is looked at. */
const DEVIATIONS = 20;

/**
 * Return sentences about a campaign's terms: the caps, the time for which they hold, whose counts are added up, who
 * adds the noise, what could go wrong, and the privacy cost.
 * @param {Texts} texts
 * @param {Terms} terms
 * @returns {readonly string[]}
 */
export function privacySentences(texts, terms) {
  return [
    ...capsSentences(texts, terms),
    ...(periodOf(terms) === "week" ? [texts.t("terms_week")] : []),
    ...(terms.protocol === "cohort" ? ofCohort(texts, terms) : ofPlain(texts, terms)),
    texts.t("terms_cost", { cost: texts.number(Number(terms.budget.epsilon), 6) }),
    ...exception(texts, terms),
  ];
}

/**
 * @param {Texts} texts
 * @param {Terms} terms
 */
function exception(texts, { budget }) {
  const chance = exceptionOf(budget);
  return chance > 0 ? [texts.t("terms_exception", { times: Math.floor(Number((1 / chance).toPrecision(12))) })] : [];
}

/**
 * Return one sentence on how sure the results can make somebody that the donor's counts are in them.
 * @param {Texts} texts
 * @param {Terms["budget"]} budget
 */
export function certainty(texts, budget) {
  const percent = percentOf(budget);
  if (percent === null) return texts.t("certainty_none");
  const key = exceptionOf(budget) > 0 ? "certainty_barring" : "certainty";
  return texts.t(key, { percent: texts.number(percent, 9) });
}

/**
 * Return one sentence on who vouches that all donors of a `cohort` server are in the same sums.
 * @param {Texts} texts
 * @param {import("../../protocol/messages.js").WitnessPolicy | null} witnesses
 */
export function vouching(texts, witnesses) {
  if (witnesses === null) return texts.t("vouched_by_none");
  const names = witnesses.keys.map((key) => outside(key.slice(0, key.indexOf("+")))).join(", ");
  return texts.t("vouched_by_witnesses", { required: witnesses.required, names });
}

/**
 * Return one sentence on what would let the server read the donor's counts.
 * @param {Texts} texts
 * @param {Terms} terms
 */
export function risk(texts, { protocol }) {
  return texts.t(protocol === "cohort" ? "risk_cohort" : "risk_plain");
}

/**
 * @param {Texts} texts
 * @param {Terms} terms
 */
function capsSentences(texts, terms) {
  const { searches, hits, hitsPerKeyword, campaignHits } = capsOf(terms);
  if (terms.max_matches !== undefined) return [texts.t("terms_matches", { searches, matches: terms.max_matches })];
  const key = periodOf(terms) === "week" ? "terms_caps_week" : "terms_caps";
  const inAll = hasFull(terms) ? [texts.count("terms_campaign_cap", campaignHits)] : [];
  return [texts.t(key, { searches, each: hitsPerKeyword, hits }), ...inAll];
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
    noiseSentence(texts, terms),
    texts.t("terms_cohort_enough", { share: terms.colluders }),
    texts.t("terms_cohort_honest"),
    texts.t("terms_cohort_cheats"),
    texts.t("terms_cohort_missing"),
    texts.t("terms_cohort_duty"),
  ];
}

/**
 * @param {Texts} texts
 * @param {CohortTerms} terms
 */
function noiseSentence(texts, terms) {
  const { joined, searches, counts } = terms.noise;
  if (hasOneLaplace(terms)) return texts.t("terms_cohort_noise", { half: halfWidth(counts) });
  const halves = { half: halfWidth(counts), searches: halfWidth(searches), donors: halfWidth(joined) };
  return texts.t("terms_cohort_noises", halves);
}

/**
 * Return half the width of the noise's 95% interval.
 * @param {NumberNoise} noise
 * @returns {number} in whole counts
 */
export function halfWidth({ law, scale, unit }) {
  return unit * (law === "skellam" ? halfOfSkellam(Number(scale)) : halfOfLaplace(Number(scale)));
}

/**
 * With r = exp(-1 / scale), the noise is larger than k (up or down) with probability 2 r^(k + 1) / (1 + r).
 * @param {number} scale in units, above zero
 */
function halfOfLaplace(scale) {
  const ratio = Math.exp(-1 / scale);
  return Math.max(0, Math.ceil(-scale * Math.log((BEYOND * (1 + ratio)) / 2)) - 1);
}

/**
 * Its probabilities have ratios p(x) / p(x - 1) = 1 / (2 x / variance + p(x + 1) / p(x)) (DLMF 10.29.1). They are found
 * from far out, where a wrong first one no longer matters.
 * @param {number} scale the standard deviation, above zero
 */
function halfOfSkellam(scale) {
  const ratios = new Float64Array(Math.ceil(DEVIATIONS * scale) + DEVIATIONS + 1);
  for (let x = ratios.length - 2; x > 0; x -= 1) ratios[x] = 1 / ((2 * x) / scale ** 2 + ratios[x + 1]);
  const weights = ratios.slice();
  weights[0] = 1;
  for (let x = 1; x < weights.length; x += 1) weights[x] *= weights[x - 1];
  const total = 2 * weights.reduce((sum, weight) => sum + weight) - 1;
  let [half, beyond] = [0, total - 1];
  while (beyond > BEYOND * total) {
    half += 1;
    beyond -= 2 * weights[half];
  }
  return half;
}
