// Which hits count under a campaign's caps (pdd_shared/counting/hits.py). A search is a hit for each keyword that it
// matches.

/** @typedef {import("../protocol/terms.js").Caps} Caps */

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
