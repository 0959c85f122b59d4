// What bounds one donor's part in a campaign, as a donor consents to it: protocol, caps, noise, budget, smallest group
// (pdd_shared/protocol/terms.py).

import { units } from "./decimals.js";
import { checked, exact, integer, object, oneOf } from "./fields.js";
import { MAX_DONORS_SCALE, MAX_SCALE } from "./limits.js";

/** @typedef {ReturnType<typeof noise>} Noise */
/** @typedef {ReturnType<typeof budget>} Budget */
/** @typedef {ReturnType<typeof plainTerms>} PlainTerms */
/** @typedef {ReturnType<typeof numberNoise>} NumberNoise */
/** @typedef {ReturnType<typeof cohortTerms>} CohortTerms */
/** @typedef {PlainTerms | CohortTerms} Terms */

/** The counting protocols: docs/reference/protocol.md, and docs/reference/cohort.md. */
export const protocol = oneOf("plain", "cohort");

/** The noise that the server adds to each number of a day's total in `plain`: its law, and its scale in counts. */
const noise = object({
  law: oneOf("discrete-laplace", "discrete-gaussian"),
  scale: exact({ above: "0", most: String(MAX_SCALE) }),
});

const budget = object({
  epsilon: exact({ above: "0", most: "100000" }),
  delta: exact({ least: "0", most: "0.001" }),
});

/** The terms of a campaign of the `plain` protocol, in which the server adds the noise. */
export const plainTerms = checked(
  object({
    protocol: oneOf("plain"),
    max_searches: integer({ least: 1, most: 1000 }),
    max_matches: integer({ least: 1, most: 100 }),
    noise,
    budget,
    min_group: integer({ least: 1 }),
  }),
  ({ noise: { law }, budget: { delta } }) =>
    law === "discrete-gaussian" && units(delta) === 0n ? "with a delta above 0 for this noise" : null,
);

/** The noise on each number of a kind: law, scale in units, and how many counts are one unit. */
const numberNoise = object({
  law: oneOf("discrete-laplace"),
  scale: exact({ above: "0", most: String(MAX_DONORS_SCALE) }),
  unit: integer({ least: 1, most: 1 }),
});

/**
 * The terms of a campaign of the `cohort` protocol, in which donors add the noise. `max_searches` and `max_matches` are
 * caps of a `period`; `colluders` is a share of all donors, in percent, who may add no noise; `min_cohort` the fewest
 * donors in a sum.
 */
export const cohortTerms = object({
  protocol: oneOf("cohort"),
  period: oneOf("day"),
  max_searches: integer({ least: 1, most: 1000 }),
  max_matches: integer({ least: 1, most: 100 }),
  noise: object({ joined: numberNoise, searches: numberNoise, counts: numberNoise }),
  colluders: oneOf(5, 10),
  budget,
  min_cohort: integer({ least: 1, most: 2 ** 32 - 1 }),
});

/**
 * A campaign's terms, whichever its protocol.
 * @type {import("./fields.js").Reader<Terms>}
 */
export function terms(value, at) {
  const named = /** @type {{protocol?: unknown}} */ (value ?? {});
  return protocol(named.protocol, `${at}.protocol`) === "cohort" ? cohortTerms(value, at) : plainTerms(value, at);
}

/**
 * The fewest donors whose numbers are added up.
 * @param {Terms} terms
 */
export function smallestSum(terms) {
  return terms.protocol === "cohort" ? terms.min_cohort : terms.min_group;
}

/**
 * The noise on each count: its law, and its scale in counts.
 * @param {Terms} terms
 * @returns {Readonly<{law: Noise["law"], scale: string}>}
 */
export function noiseOnCounts(terms) {
  return terms.protocol === "cohort" ? terms.noise.counts : terms.noise;
}

/**
 * Whether all kinds of numbers have the same noise: what other noise costs is not accounted for yet.
 * @param {CohortTerms} terms
 */
export function hasOneNoise({ noise: { joined, searches, counts } }) {
  return [searches, counts].every(({ law, scale, unit }) => {
    return law === joined.law && unit === joined.unit && units(scale) === units(joined.scale);
  });
}

/**
 * Whether these terms protect a donor at least as well as those it consented to.
 *
 * Another protocol has other risks, which cannot be ranked: it never is at least as good.
 * @param {Terms} now
 * @param {Terms} consented
 */
export function noWeakerThan(now, consented) {
  return (
    now.max_searches <= consented.max_searches &&
    now.max_matches <= consented.max_matches &&
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
 * More of the same law, in the same unit.
 * @param {NumberNoise} now
 * @param {NumberNoise} consented
 */
function isNumberNoWeaker(now, consented) {
  return now.law === consented.law && now.unit === consented.unit && units(now.scale) >= units(consented.scale);
}

/**
 * More of the same law.
 * @param {Noise} now
 * @param {Noise} consented
 */
function hidesAsMuch(now, consented) {
  return now.law === consented.law && units(now.scale) >= units(consented.scale);
}
