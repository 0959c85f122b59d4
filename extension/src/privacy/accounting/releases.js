// Charges as one release of parts, for days whose kinds of numbers have noise of their own
// (pdd_shared/privacy/accounting/releases.py). Days of one discrete Laplace noise fit in as a part with a single number.
//
// The counts of a campaign with a cap over all its days are one part, which is published once: what a donor adds to all
// days together costs what it would cost on one day (docs/reference/privacy.md, theorem 18).

import { units } from "../../protocol/decimals.js";
import { isOfParts } from "./charges.js";
import { partCaps } from "./parts/contributions.js";

/** @typedef {import("./charges.js").Charges} Charges */
/** @typedef {import("./charges.js").DayCharge} DayCharge */
/** @typedef {import("./charges.js").PartsCharge} PartsCharge */
/** @typedef {import("./parts/release.js").Part} Part */
/** @typedef {Readonly<{charge: PartsCharge, days: number}>} DaysOfParts */

/**
 * Return whether any charged day has noise of its own for each kind of number.
 * @param {Charges} charges
 */
export function hasParts(charges) {
  return charges.some(({ charge, days }) => days > 0 && isOfParts(charge));
}

/**
 * Return what all these days publish, except for those of discrete Gaussian noise.
 * @param {Charges} charges
 * @returns {import("./parts/release.js").Release}
 */
export function releaseOf(charges) {
  return separateReleases(charges).flatMap(({ parts, times }) => parts.map((part) => ({ part, periods: times })));
}

/**
 * Return the releases that basic composition adds up, and how many there are of each.
 *
 * Each is a day's, without days of discrete Gaussian noise, or that of all counts of a campaign with a cap on them.
 * @param {Charges} charges
 * @returns {readonly Readonly<{parts: readonly Part[], times: number}>[]}
 */
export function separateReleases(charges) {
  /** @type {Map<string, DaysOfParts[]>} */
  const capped = new Map();
  for (const { charge, days } of charges) {
    if (days === 0 || !isOfParts(charge) || charge.cap === undefined) continue;
    // After a change of the law or the unit, the days before and after it are charged with the whole cap each.
    const name = JSON.stringify([charge.cap.campaign, charge.counts.law, charge.counts.unit ?? 1]);
    capped.set(name, [...(capped.get(name) ?? []), { charge, days }]);
  }
  const ofDays = charges.map(({ charge, days }) => ({ parts: partsIn(charge), times: days }));
  return [...ofDays, ...[...capped.values()].map((days) => ({ parts: [countsOfAll(days)], times: 1 }))];
}

/**
 * @param {DayCharge} charge
 * @returns {readonly Part[]}
 */
function partsIn(charge) {
  if (isOfParts(charge)) {
    const { joined, searches, counts, cap } = charge;
    return cap === undefined ? [joined, searches, counts] : [joined, searches];
  }
  const { law, scale, sensitivity } = charge;
  return law === "discrete-laplace" ? [{ law, scale, caps: partCaps(sensitivity, sensitivity, 1) }] : [];
}

/**
 * Return the part of the counts of all days of a campaign with a cap on them, which have one law of noise.
 *
 * Where the terms changed, the least noise and the largest caps of any day are charged.
 * @param {readonly DaysOfParts[]} days
 * @returns {Part}
 */
function countsOfAll(days) {
  const parts = days.map(({ charge }) => charge.counts);
  const cap = Math.max(...days.map(({ charge }) => charge.cap?.hits ?? 0));
  const added = days.reduce((sum, { charge, days: times }) => sum + times * charge.counts.caps.hits, 0);
  const hits = Math.min(cap, added);
  const { scale } = parts.reduce((least, part) => (units(part.scale) < units(least.scale) ? part : least));
  return { ...parts[0], scale, caps: partCaps(hits, Math.max(...parts.map(({ caps }) => caps.perNumber)), hits) };
}
