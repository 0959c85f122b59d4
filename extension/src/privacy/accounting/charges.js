// The privacy cost of publishing one day of a campaign (pdd_shared/privacy/accounting/charges.py and sensitivity.py).

import { MOST_UPLOADS } from "../../protocol/limits.js";
import { capsOf, chargedScale, hasFull, hasOneLaplace, noiseOnCounts, squaredL2 } from "../../protocol/terms.js";
import { DISTANCE, LARGEST_EXPONENT } from "./constants.js";
import { partsOf } from "./parts/contributions.js";

/** @typedef {import("../../protocol/terms.js").Terms} Terms */

/** @typedef {import("./parts/release.js").Part} Part */

/**
 * The noise mechanism of one day whose numbers all have the same noise: a law, its scale, and how far one donor can move
 * a vector.
 *
 * `sensitivity` is the L1 distance for `discrete-laplace`, the squared L2 distance for `discrete-gaussian`. `delta` is
 * the delta that sampling from finite tables adds, 0 for the server's noise.
 * @typedef {Readonly<{law: import("../../protocol/terms.js").Noise["law"], scale: string, sensitivity: number, delta: number}>} Charge
 */

/**
 * The cap on what one donor adds to a campaign's counts in all its days together.
 *
 * - `campaign`: the campaign's id. Campaigns with equal noise are charged apart, since each has a cap of its own.
 * - `hits`: the most that all counts grow by together: `max_campaign_hits`, and one more for `full`.
 * @typedef {Readonly<{campaign: string, hits: number}>} CampaignCap
 */

/**
 * The noise mechanism of one day on which each kind of number has noise of its own. Without a `cap`, each day's counts
 * are charged by themselves.
 * @typedef {Readonly<{joined: Part, searches: Part, counts: Part, cap?: CampaignCap}>} PartsCharge
 */

/** The noise mechanism of one day. @typedef {Charge | PartsCharge} DayCharge */

/**
 * How many days were charged with each mechanism.
 * @typedef {readonly Readonly<{charge: DayCharge, days: number}>[]} Charges
 */

/**
 * Return the charge of a day of a campaign under these terms.
 * @param {Terms} terms
 * @param {string} campaign its id
 * @returns {DayCharge}
 */
export function chargeOf(terms, campaign) {
  if (terms.protocol === "cohort" && !hasOneLaplace(terms)) return partsChargeOf(terms, campaign);
  const caps = capsOf(terms);
  const { law, scale } = noiseOnCounts(terms);
  if (law === "discrete-gaussian") {
    return Object.freeze({ law, scale, sensitivity: 1 + caps.searches ** 2 + squaredL2(caps), delta: 0 });
  }
  const sensitivity = 1 + caps.searches + caps.hits;
  const delta = terms.protocol === "plain" ? 0 : tablesDelta(Number(scale), sensitivity);
  return Object.freeze({ law: "discrete-laplace", scale, sensitivity, delta });
}

/**
 * Return the charge of a day on which each kind of number has noise of its own.
 *
 * It does not depend on the length of the vocabulary, so a campaign may add keywords: no donor moves more counts than it
 * has hits.
 * @param {import("../../protocol/terms.js").CohortTerms} terms
 * @param {string} campaign
 * @returns {PartsCharge}
 */
function partsChargeOf(terms, campaign) {
  const caps = capsOf(terms);
  const most = caps.hits + Number(hasFull(terms));
  const { joined, searches, keywords } = partsOf({ ...caps, hits: most }, most);
  const { noise } = terms;
  return Object.freeze({
    joined: partOf(noise.joined, joined),
    searches: partOf(noise.searches, searches),
    counts: partOf(noise.counts, keywords),
    ...(hasFull(terms) ? { cap: Object.freeze({ campaign, hits: caps.campaignHits + 1 }) } : {}),
  });
}

/**
 * @param {import("../../protocol/terms.js").NumberNoise} noise
 * @param {import("./parts/contributions.js").PartCaps} caps
 * @returns {Part}
 */
function partOf(noise, caps) {
  const part = { law: noise.law, scale: chargedScale(noise), caps };
  return Object.freeze(noise.unit === 1 ? part : { ...part, unit: noise.unit });
}

/**
 * Return whether each kind of number has noise of its own.
 * @param {DayCharge} charge
 * @returns {charge is PartsCharge}
 */
export function isOfParts(charge) {
  return "counts" in charge;
}

/**
 * Return the days on which all numbers have the same noise.
 * @param {Charges} charges
 */
export function whole(charges) {
  return charges.flatMap(({ charge, days }) => (isOfParts(charge) ? [] : [{ charge, days }]));
}

/**
 * The days of each mechanism among these days' charges.
 * @param {readonly DayCharge[]} charges
 * @returns {Charges}
 */
export function summed(charges) {
  return merged(charges.map((charge) => ({ charge, days: 1 })));
}

/**
 * The same days with one row for each mechanism.
 * @param {Charges} rows
 * @returns {Charges}
 */
export function merged(rows) {
  /** @type {Map<string, {charge: DayCharge, days: number}>} */
  const found = new Map();
  for (const { charge, days } of rows) {
    const name = nameOf(charge);
    found.set(name, { charge, days: days + (found.get(name)?.days ?? 0) });
  }
  return [...found.values()];
}

/**
 * Return a text that only equal charges have.
 * @param {DayCharge} charge
 */
function nameOf(charge) {
  if (!isOfParts(charge)) return [charge.law, charge.scale, charge.sensitivity, charge.delta].join();
  const ofParts = [charge.joined, charge.searches, charge.counts].flatMap(({ law, scale, caps, unit = 1 }) => {
    return [law, scale, caps.hits, caps.perNumber, caps.numbers, unit];
  });
  return [...ofParts, charge.cap?.campaign, charge.cap?.hits].join();
}

/**
 * Return the pure epsilon of a day of discrete Laplace noise.
 * @param {Charge} charge
 */
export function dailyEpsilon({ sensitivity, scale }) {
  return sensitivity / Number(scale);
}

/**
 * Return the zero-concentrated cost of a day of discrete Gaussian noise: squared L2 / (2 scale^2) (Bun, Steinke, TCC
 * '16).
 * @param {Charge} charge
 */
export function dailyRho({ sensitivity, scale }) {
  return sensitivity / (2 * Number(scale) ** 2);
}

/**
 * What the tables of donors' noise add: e^eps (1 + e^eps) times the distance from ideal noise, with two draws of each
 * share, on each number that can differ. At most 1, which promises nothing. docs/reference/privacy.md, section 5.
 * @param {number} scale
 * @param {number} sensitivity
 */
function tablesDelta(scale, sensitivity) {
  const factor = Math.exp(Math.min(sensitivity / scale, LARGEST_EXPONENT));
  return Math.min(1, factor * (1 + factor) * 2 * MOST_UPLOADS * sensitivity * DISTANCE);
}
