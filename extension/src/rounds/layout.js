// The order of the numbers in a day's vector: for each campaign and stratum [joined, searches, count_1 .. count_n], and
// then `full` if the campaign caps the hits of all its periods together (pdd_shared/rounds/layout.py).

import { vocabularyOfCampaign } from "../counting/vocabulary.js";
import { digest, toHex, utf8 } from "../protocol/encoding.js";
import { LEADING } from "../protocol/sizes.js";
import { hasFull } from "../protocol/terms.js";

/** @typedef {import("../protocol/messages.js").Part} Part */
/** @typedef {import("../protocol/messages.js").Campaign} Campaign */
/** @typedef {Uint32Array} Vector */

/**
 * The fields of a plan's part that decide how many numbers it has. Each protocol's part has terms of its own.
 * @typedef {Readonly<{
 *   entries: number, strata: readonly string[], terms: import("../protocol/terms.js").CapFields,
 * }>} Sized
 */

/**
 * The place of one campaign's stratum in the vector. `hasFull` is whether the number `full` comes after the counts.
 * @typedef {Readonly<{
 *   campaign: string, stratum: string | null, start: number, entries: number, hasFull: boolean,
 * }>} Block
 */

/**
 * The counts of one donor, campaign's stratum and day: its number of searches, and one count for each entry. `isFull` is
 * whether they have the last of the hits that count in all of the campaign's periods.
 * @typedef {Readonly<{
 *   campaign: string, stratum: string | null, searches: number, entries: readonly number[], isFull?: boolean,
 * }>} Counts
 */

const NUMBER_SIZE = 4;

/**
 * Return every block of a layout, in the vector's order. A campaign without strata has one block, whose stratum is
 * null.
 * @param {readonly Part[]} layout
 * @returns {readonly Block[]}
 */
export function blocks(layout) {
  let start = 0;
  return layout.flatMap((part) =>
    (part.strata.length > 0 ? part.strata : [null]).map((stratum) => {
      const { campaign, entries, terms } = part;
      const block = { campaign, stratum, start, entries, hasFull: hasFull(terms) };
      start += blockWidth(part);
      return block;
    }),
  );
}

/**
 * Return how many numbers each block of a part has.
 * @param {Omit<Sized, "strata">} part
 */
export function blockWidth({ entries, terms }) {
  return LEADING + entries + Number(hasFull(terms));
}

/**
 * Return how many numbers a vector of this layout has, without decoys.
 * @param {readonly Sized[]} layout
 */
export function width(layout) {
  return layout.reduce((sum, part) => sum + blockWidth(part) * Math.max(part.strata.length, 1), 0);
}

/**
 * Return the part of a plan that states exactly what a campaign's text says; VocabularyError if its words can't be
 * counted.
 *
 * RangeError for a campaign of the `cohort` protocol, whose plans have parts of their own.
 * @param {Campaign} campaign
 * @returns {Part}
 */
export function partOf({ id, vocabulary, strata, terms }) {
  if (terms.protocol === "cohort") throw new RangeError(`campaign ${id} is for another protocol`);
  const entries = vocabularyOfCampaign(vocabulary);
  return Object.freeze({
    campaign: id,
    entries: entries.length,
    vocabulary: toHex(entries.digest()),
    strata,
    terms,
  });
}

/**
 * Return the digest of a layout, 32 bytes. A change of any campaign, vocabulary, stratum or term changes it.
 * @param {readonly Part[]} layout as read from a message, whose order of fields is the digest's
 */
export function layoutDigest(layout) {
  return digest("layout", ...layout.map((part) => utf8(JSON.stringify(part))));
}

/**
 * Return the vector with these blocks filled, `joined` included, and zeros elsewhere. A RangeError names counts without
 * a place.
 *
 * Counts shorter than the block's entries are followed by zeros, for entries that were appended since the donor
 * consented.
 * @param {readonly Part[]} layout
 * @param {readonly Counts[]} given
 * @returns {Vector}
 */
export function fill(layout, given) {
  const all = blocks(layout);
  const vector = new Uint32Array(width(layout));
  for (const counts of given) {
    const block = placeOf(counts, all);
    vector.set(numbersOf(counts, block), block.start);
  }
  return vector;
}

/**
 * Return the block of these counts; RangeError if there is none.
 * @template {Block} Place
 * @param {Counts} counts
 * @param {readonly Place[]} all
 * @returns {Place}
 */
export function placeOf({ campaign, stratum, entries, isFull = false }, all) {
  const block = all.find((each) => each.campaign === campaign && each.stratum === stratum);
  if (block === undefined || entries.length > block.entries || (isFull && !block.hasFull)) {
    throw new RangeError(`the plan has no place for campaign ${campaign}, stratum ${stratum}`);
  }
  return block;
}

/**
 * Return the numbers of a block with these counts, `joined` included.
 * @param {Counts} counts
 * @param {Block} block
 */
export function numbersOf({ searches, entries, isFull = false }, block) {
  const zeros = new Array(block.entries - entries.length).fill(0);
  return [1, searches, ...entries, ...zeros, ...(block.hasFull ? [Number(isFull)] : [])];
}

/**
 * Return the vector as it travels: uint32, little endian.
 * @param {Vector} vector
 */
export function toBytes(vector) {
  const bytes = new Uint8Array(vector.length * NUMBER_SIZE);
  const view = new DataView(bytes.buffer);
  vector.forEach((number, index) => {
    view.setUint32(index * NUMBER_SIZE, number, true);
  });
  return bytes;
}
