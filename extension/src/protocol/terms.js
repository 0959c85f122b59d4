// The terms of a campaign, to which a donor consents: protocol, caps, noise, budget and the fewest donors in a sum
// (pdd_shared/protocol/terms.py).

import { ONE, textOf, units } from "./decimals.js";
import { LEAST_WEEK_DELAY } from "./limits.js";

/** @typedef {import("./messages.js").Noise} Noise */
/** @typedef {import("./messages.js").NumberNoise} NumberNoise */
/** @typedef {import("./messages.js").PlainTerms} PlainTerms */
/** @typedef {import("./messages.js").CohortTerms} CohortTerms */
/** @typedef {import("./messages.js").Terms} Terms */
/** @typedef {import("./message_rules.js").CapFields} CapFields */

/**
 * The caps on what one donor adds in one period. A search is a hit for each keyword that it matches.
 *
 * - `searches`: how many searches count.
 * - `hits`: how many hits count, for all keywords together.
 * - `hitsPerKeyword`: how many hits count for one keyword.
 * - `matches`: for how many keywords one search counts, in campaigns without caps on hits; else Infinity.
 * - `campaignHits`: how many hits count in all periods of the campaign together, for all keywords; Infinity for no cap.
 * @typedef {Readonly<{
 *   searches: number, hits: number, hitsPerKeyword: number, matches: number, campaignHits: number,
 * }>} Caps
 */

/**
 * Return the caps of a campaign's terms, which must have been read as a message.
 * @param {CapFields} terms
 * @returns {Caps}
 */
export function capsOf({ max_searches: searches, max_matches, max_hits, max_hits_per_keyword, max_campaign_hits }) {
  const [none, matches] = [Number.POSITIVE_INFINITY, max_matches ?? 0];
  if (max_hits_per_keyword === undefined) {
    return { searches, hits: searches * matches, hitsPerKeyword: searches, matches, campaignHits: none };
  }
  const campaignHits = max_campaign_hits ?? none;
  const hitsPerKeyword = Math.min(max_hits_per_keyword, searches);
  return { searches, hits: Math.min(max_hits ?? none, campaignHits), hitsPerKeyword, matches: none, campaignHits };
}

/**
 * Return whether donors state in which period they have used up their hits, in the number `full`.
 * @param {CapFields} terms
 */
export function hasFull({ max_campaign_hits }) {
  return max_campaign_hits !== undefined;
}

/**
 * Return the caps of a period of a donor who has so many hits left of those that count in all periods.
 * @param {Caps} caps
 * @param {number} left Infinity if only each period's hits are capped
 * @returns {Caps}
 */
export function withLeft(caps, left) {
  return { ...caps, hits: Math.min(caps.hits, left) };
}

/**
 * Return the time for which the caps and the noise hold: in `plain` always a day.
 * @param {Terms} terms
 * @returns {import("./days.js").Period}
 */
export function periodOf(terms) {
  return terms.protocol === "cohort" ? terms.period : "day";
}

/**
 * Return the least delay of a plan, in days: it is longer where a week ends, because more is lost with it.
 * @param {readonly Terms[]} due the terms of the campaigns that have a part in the plan
 * @param {number} delay the server's
 */
export function delayOf(due, delay) {
  return due.some((terms) => periodOf(terms) === "week") ? Math.max(delay, LEAST_WEEK_DELAY) : delay;
}

/**
 * Return whether a donor adds no more under these caps, and no search counts for more keywords.
 * @param {Caps} now
 * @param {Caps} consented
 */
export function capsNoWeakerThan(now, consented) {
  return (
    now.searches <= consented.searches &&
    now.hits <= consented.hits &&
    now.hitsPerKeyword <= consented.hitsPerKeyword &&
    now.matches <= consented.matches &&
    now.campaignHits <= consented.campaignHits
  );
}

/**
 * Return whether a donor may add this number of searches and these counts of the keywords in one period.
 * @param {Caps} caps
 * @param {number} searches
 * @param {readonly number[]} counts
 */
export function isAllowed({ searches: most, hits, hitsPerKeyword }, searches, counts) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const isBelow = counts.every((count) => 0 <= count && count <= hitsPerKeyword);
  return 0 <= searches && searches <= most && total <= hits && isBelow;
}

/**
 * Return the largest sum of squared counts: as many keywords as possible have all the hits they may have.
 * @param {Caps} caps
 */
export function squaredL2({ hits, hitsPerKeyword }) {
  return Math.floor(hits / hitsPerKeyword) * hitsPerKeyword ** 2 + (hits % hitsPerKeyword) ** 2;
}

/**
 * Return the fewest donors whose numbers are added up.
 * @param {Terms} terms
 */
export function smallestSum(terms) {
  return terms.protocol === "cohort" ? terms.min_cohort : terms.min_group;
}

/**
 * Return the noise on each count: its law, and its scale in units.
 * @param {Terms} terms
 * @returns {Readonly<{law: Noise["law"] | NumberNoise["law"], scale: string}>}
 */
export function noiseOnCounts(terms) {
  return terms.protocol === "cohort" ? terms.noise.counts : terms.noise;
}

/**
 * Return the scale in counts of noise with unit 1 that costs as much or more: half a unit below the noise's own
 * (docs/reference/privacy.md, theorem 17).
 * @param {NumberNoise} noise
 */
export function chargedScale({ scale, unit }) {
  return unit === 1 ? scale : textOf(BigInt(unit) * (units(scale) - ONE / 2n));
}

/**
 * Return the most units that random rounding makes of `most` counts.
 * @param {NumberNoise} noise
 * @param {number} most
 */
export function inUnits({ unit }, most) {
  return Math.ceil(most / unit);
}

/**
 * Return the most that one donor adds to `joined`, to `searches` and to a count, in units of each.
 * @param {CohortTerms} terms
 * @returns {readonly [number, number, number]}
 */
export function mostUnits(terms) {
  const { joined, searches, counts } = terms.noise;
  const caps = capsOf(terms);
  return [inUnits(joined, 1), inUnits(searches, caps.searches), inUnits(counts, caps.hitsPerKeyword)];
}

/**
 * Return whether all kinds of numbers have the same discrete Laplace noise, which hides them together. Noise in larger
 * units is charged for each kind of its own, and so are counts with a cap over all periods.
 * @param {CohortTerms} terms
 */
export function hasOneLaplace(terms) {
  const { joined, searches, counts } = terms.noise;
  const isLaplace = [joined, searches, counts].every(({ law, scale, unit }) => {
    return law === "discrete-laplace" && unit === 1 && units(scale) === units(joined.scale);
  });
  return isLaplace && !hasFull(terms);
}

/**
 * Return whether these terms protect a donor at least as well as those it consented to.
 *
 * The terms of another protocol never do: its risks are of another kind, so the two can't be ranked.
 * @param {Terms} now
 * @param {Terms} consented
 */
export function noWeakerThan(now, consented) {
  return (
    capsNoWeakerThan(capsOf(now), capsOf(consented)) &&
    units(now.budget.epsilon) <= units(consented.budget.epsilon) &&
    units(now.budget.delta) <= units(consented.budget.delta) &&
    smallestSum(now) >= smallestSum(consented) &&
    isNoiseNoWeaker(now, consented)
  );
}

/**
 * @param {Terms} now
 * @param {Terms} consented
 */
function isNoiseNoWeaker(now, consented) {
  if (now.protocol === "cohort") return consented.protocol === "cohort" && isCohortNoWeaker(now, consented);
  return consented.protocol === "plain" && hidesAsMuch(now.noise, consented.noise);
}

/**
 * Another period has other caps, which cannot be ranked either.
 * @param {CohortTerms} now
 * @param {CohortTerms} consented
 */
function isCohortNoWeaker(now, consented) {
  const kinds = /** @type {const} */ (["joined", "searches", "counts"]);
  return (
    now.period === consented.period &&
    now.colluders >= consented.colluders &&
    kinds.every((kind) => isNumberNoWeaker(now.noise[kind], consented.noise[kind]))
  );
}

/**
 * Return whether this noise hides at least as much: more of the same law, in the same unit.
 * @param {NumberNoise} now
 * @param {NumberNoise} consented
 */
function isNumberNoWeaker(now, consented) {
  return now.law === consented.law && now.unit === consented.unit && units(now.scale) >= units(consented.scale);
}

/**
 * Return whether this noise hides at least as much: more of the same law.
 * @param {Noise} now
 * @param {Noise} consented
 */
function hidesAsMuch(now, consented) {
  return now.law === consented.law && units(now.scale) >= units(consented.scale);
}
