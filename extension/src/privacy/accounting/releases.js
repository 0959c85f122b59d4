// Charges as one release of parts, for days whose kinds of numbers have noise of their own
// (pdd_shared/privacy/accounting/releases.py). Days of one discrete Laplace noise fit in as a part with a single number.

import { isOfParts } from "./charges.js";
import { partCaps } from "./parts/contributions.js";

/** @typedef {import("./charges.js").Charges} Charges */
/** @typedef {import("./charges.js").DayCharge} DayCharge */
/** @typedef {import("./parts/release.js").Part} Part */

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
  return charges.flatMap(({ charge, days }) => partsIn(charge).map((part) => ({ part, periods: days })));
}

/**
 * @param {DayCharge} charge
 * @returns {readonly Part[]}
 */
function partsIn(charge) {
  if (isOfParts(charge)) return [charge.joined, charge.searches, charge.counts];
  const { law, scale, sensitivity } = charge;
  return law === "discrete-laplace" ? [{ law, scale, caps: partCaps(sensitivity, sensitivity, 1) }] : [];
}
