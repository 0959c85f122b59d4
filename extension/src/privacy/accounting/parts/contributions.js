// What a donor may add to one part of a period's vector, and the worst of it
// (pdd_shared/privacy/accounting/parts/contributions.py).

/**
 * The caps on what a donor adds to one part in a period.
 *
 * - `hits`: the most that all numbers of the part grow by together.
 * - `perNumber`: the most that one number grows by.
 * - `numbers`: how many numbers the part has.
 * @typedef {Readonly<{hits: number, perNumber: number, numbers: number}>} PartCaps
 */

/**
 * Return caps; RangeError if one is below 1.
 * @param {number} hits
 * @param {number} perNumber
 * @param {number} numbers
 * @returns {PartCaps}
 */
export function partCaps(hits, perNumber, numbers) {
  if (Math.min(hits, perNumber, numbers) < 1) {
    throw new RangeError(`caps below 1: ${hits} hits, ${perNumber} a number, ${numbers} numbers`);
  }
  return Object.freeze({ hits, perNumber, numbers });
}

/**
 * Return the L1 sensitivity.
 * @param {PartCaps} caps
 */
export function l1({ hits, perNumber, numbers }) {
  return Math.min(hits, perNumber * numbers);
}

/**
 * Return the squared L2 sensitivity, which the worst vector has. It is at most perNumber times hits.
 * @param {PartCaps} caps
 */
export function squaredL2(caps) {
  return worst(caps).reduce((sum, { shift, numbers }) => sum + numbers * shift ** 2, 0);
}

/**
 * Return the worst vector: as many numbers as possible at their cap, the rest in one more.
 *
 * It is given as how many numbers are moved by each shift, the largest shift first.
 * @param {PartCaps} caps
 */
export function worst(caps) {
  const full = { shift: caps.perNumber, numbers: Math.floor(l1(caps) / caps.perNumber) };
  const rest = { shift: l1(caps) % caps.perNumber, numbers: 1 };
  return [full, rest].filter(({ shift, numbers }) => shift > 0 && numbers > 0);
}

/**
 * Return how many exchanges at most lead from any vector within the caps to the worst one.
 *
 * An exchange moves one hit from a number to another with at least as many hits. It adds at least 2 to the sum of
 * squares, which is at least the number of hits, and at most `perNumber` times that. One number has no other.
 * @param {PartCaps} caps
 */
export function exchanges(caps) {
  return caps.numbers === 1 ? 0 : Math.floor((l1(caps) * (Math.min(caps.perNumber, l1(caps)) - 1)) / 2);
}

/**
 * Return the caps on the three parts of a campaign's vector.
 * @param {import("../../../protocol/terms.js").Caps} caps
 * @param {number} keywords how many keywords the campaign counts
 */
export function partsOf({ searches, hits, hitsPerKeyword }, keywords) {
  return {
    joined: partCaps(1, 1, 1),
    searches: partCaps(searches, searches, 1),
    keywords: partCaps(hits, hitsPerKeyword, keywords),
  };
}
