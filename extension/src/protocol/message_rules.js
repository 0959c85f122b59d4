// The rules of messages that are about several fields, each under the name of its message's reader. Each gives null, or
// what the message must be (the model validators of pdd_shared/protocol/terms.py and completion_codes.py).

import { ONE, units } from "./decimals.js";
import { LEAST_SCALE_OF_UNITS, MOST_PER_NUMBER } from "./limits.js";

/**
 * The caps of a campaign's terms.
 * @typedef {Readonly<{
 *   max_searches: number, max_matches?: number, max_hits?: number, max_hits_per_keyword?: number,
 *   max_campaign_hits?: number,
 * }>} CapFields
 */

/**
 * The caps must not contradict each other, and discrete Gaussian noise has no guarantee with delta 0.
 * @param {CapFields & Readonly<{noise: Readonly<{law: string}>, budget: Readonly<{delta: string}>}>} terms
 */
export function plainTerms(terms) {
  const { noise, budget } = terms;
  const isUnsafe = noise.law === "discrete-gaussian" && units(budget.delta) === 0n;
  return isUnsafe ? "with a delta above 0 for this noise" : capsRule(terms);
}

/**
 * A unit is a power of two, and only wide discrete Laplace noise has one above 1.
 * @param {Readonly<{law: string, scale: string, unit: number}>} noise
 */
export function numberNoise({ law, scale, unit }) {
  if (unit === 1) return null;
  if ((unit & (unit - 1)) !== 0) return "with a power of two as its unit";
  if (law !== "discrete-laplace") return "with a unit of 1 for this law";
  const isWide = units(scale) >= BigInt(LEAST_SCALE_OF_UNITS) * ONE;
  return isWide ? null : `with a scale of ${LEAST_SCALE_OF_UNITS} units or more`;
}

/**
 * The caps must not contradict each other. Skellam noise has no guarantee with delta 0, and hides few hits of a keyword.
 * @typedef {Readonly<{law: string}>} Lawful
 * @typedef {Readonly<{joined: Lawful, searches: Lawful, counts: Lawful}>} LawfulKinds
 * @param {CapFields & Readonly<{noise: LawfulKinds, budget: Readonly<{delta: string}>}>} terms
 */
export function cohortTerms(terms) {
  const broken = capsRule(terms);
  if (broken !== null) return broken;
  const { joined, searches, counts } = terms.noise;
  const hasSkellam = [joined, searches, counts].some(({ law }) => law === "skellam");
  if (hasSkellam && units(terms.budget.delta) === 0n) return "with a delta above 0 for this noise";
  const ofOneKeyword = Math.min(terms.max_hits_per_keyword ?? terms.max_searches, terms.max_searches);
  const isTooWide = counts.law === "skellam" && ofOneKeyword > MOST_PER_NUMBER;
  return isTooWide ? `with at most ${MOST_PER_NUMBER} hits of one keyword for this noise` : null;
}

/**
 * The caps must not contradict each other.
 * @param {CapFields} terms
 */
function capsRule({ max_matches, max_hits, max_hits_per_keyword, max_campaign_hits }) {
  const together = [max_hits, max_campaign_hits].filter((cap) => cap !== undefined);
  if (max_matches !== undefined && together.length === 0 && max_hits_per_keyword === undefined) return null;
  if (max_matches !== undefined || together.length === 0 || max_hits_per_keyword === undefined) {
    return "with max_hits_per_keyword and max_hits, max_campaign_hits or both, or with max_matches alone";
  }
  if (max_campaign_hits !== undefined && max_campaign_hits < (max_hits ?? 0)) {
    return "with no more hits for one period than for all periods together";
  }
  const isBeyond = max_hits_per_keyword > Math.min(...together);
  return isBeyond ? "with no more hits for one keyword than for all together" : null;
}

/**
 * A completion code is told once its days are counted, and not before.
 * @param {Readonly<{days: number, there: number, code: string | null}>} completion
 */
export function completion({ days, there, code }) {
  const isDue = there === days;
  return there <= days && isDue === (code !== null) ? null : "told its code when its days are there, and not before";
}

/**
 * More than half of the witnesses are required, and none is named twice, by any name: it would count twice.
 * @param {Readonly<{keys: readonly string[], required: number}>} policy
 */
export function witnessPolicy({ keys, required }) {
  const publics = new Set(keys.map((key) => key.slice(-44)));
  const isMost = keys.length < 2 * required && required <= keys.length;
  return isMost && publics.size === keys.length ? null : "with each key once, and more than half of them required";
}
