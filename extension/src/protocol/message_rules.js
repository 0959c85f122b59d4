// The rules of messages that are about several fields, each under the name of its message's reader. Each gives null, or
// what the message must be (the model validators of pdd_shared/protocol/terms.py and completion_codes.py).

import { units } from "./decimals.js";

/**
 * The caps of a campaign's terms.
 * @typedef {Readonly<{max_searches: number, max_matches?: number, max_hits?: number, max_hits_per_keyword?: number}>} CapFields
 */

/**
 * The caps must not contradict each other, and discrete Gaussian noise has no guarantee with delta 0.
 * @param {CapFields & Readonly<{noise: Readonly<{law: string}>, budget: Readonly<{delta: string}>}>} terms
 */
export function plainTerms(terms) {
  const { noise, budget } = terms;
  const isUnsafe = noise.law === "discrete-gaussian" && units(budget.delta) === 0n;
  return isUnsafe ? "with a delta above 0 for this noise" : cohortTerms(terms);
}

/**
 * The caps must not contradict each other.
 * @param {CapFields} terms
 */
export function cohortTerms({ max_matches, max_hits, max_hits_per_keyword }) {
  const ofHits = [max_hits, max_hits_per_keyword].filter((cap) => cap !== undefined).length;
  if (ofHits !== (max_matches === undefined ? 2 : 0)) {
    return "with max_hits and max_hits_per_keyword, or with max_matches alone";
  }
  const isBeyond = max_hits !== undefined && max_hits_per_keyword !== undefined && max_hits_per_keyword > max_hits;
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
