// The caps of a campaign: how much one donor adds to the counts of a period at most (pdd_shared/protocol/caps.py).

/** @typedef {import("./message_rules.js").CapFields} CapFields */

/**
 * The caps on what one donor adds in one period.
 *
 * - `searches`: how many searches count.
 * - `hits`: how many hits count, for all keywords together.
 * - `hitsPerKeyword`: how many hits count for one keyword.
 * - `matches`: for how many keywords one search counts, in campaigns without the two caps on hits; else Infinity.
 * @typedef {Readonly<{searches: number, hits: number, hitsPerKeyword: number, matches: number}>} Caps
 */

/**
 * Return the caps of a campaign's terms, which must have been read as a message.
 * @param {CapFields} terms
 * @returns {Caps}
 */
export function capsOf({ max_searches, max_matches, max_hits, max_hits_per_keyword }) {
  if (max_hits === undefined || max_hits_per_keyword === undefined) {
    const matches = max_matches ?? 0;
    return { searches: max_searches, hits: max_searches * matches, hitsPerKeyword: max_searches, matches };
  }
  const hitsPerKeyword = Math.min(max_hits_per_keyword, max_searches);
  return { searches: max_searches, hits: max_hits, hitsPerKeyword, matches: Number.POSITIVE_INFINITY };
}

/**
 * Return whether a donor adds no more under these caps. `matches` is left out, as it only lowers `hits`.
 * @param {Caps} now
 * @param {Caps} consented
 */
export function capsNoWeakerThan(now, consented) {
  return (
    now.searches <= consented.searches && now.hits <= consented.hits && now.hitsPerKeyword <= consented.hitsPerKeyword
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
  return searches <= most && total <= hits && counts.every((count) => count <= hitsPerKeyword);
}

/**
 * Return the largest sum of squared counts: as many keywords as possible have all the hits they may have.
 * @param {Caps} caps
 */
export function squaredL2({ hits, hitsPerKeyword }) {
  return Math.floor(hits / hitsPerKeyword) * hitsPerKeyword ** 2 + (hits % hitsPerKeyword) ** 2;
}

/**
 * Return for each hit whether it counts, the first ones first.
 * @param {readonly Readonly<{keyword: number, place: number}>[]} hits the keyword's index in the vocabulary, and how
 *   many keywords the same search matches before it
 * @param {Caps} caps
 * @returns {readonly boolean[]}
 */
export function withinCaps(hits, caps) {
  let left = caps.hits;
  /** @type {Map<number, number>} */
  const counts = new Map();
  return hits.map(({ keyword, place }) => {
    const count = counts.get(keyword) ?? 0;
    const isCounted = place < caps.matches && left > 0 && count < caps.hitsPerKeyword;
    if (isCounted) {
      left -= 1;
      counts.set(keyword, count + 1);
    }
    return isCounted;
  });
}
