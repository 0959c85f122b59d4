// The vector of a cohort's day: for each part and stratum [joined, searches, count_1 .. count_n] and perhaps `full`, then
// the decoys, and the noise on each number (docs/reference/cohort.md, "A day"; pdd_shared/rounds/cohort/day/layout.py).

import { vocabularyOfCampaign } from "../../../counting/vocabulary.js";
import { table } from "../../../privacy/noise/donor_shares.js";
import { rounded, WORD_BYTES } from "../../../privacy/noise/rounding.js";
import { poissonTable } from "../../../privacy/noise/skellam.js";
import { toHex } from "../../../protocol/encoding.js";
import { DECOYS_A_LAW, MOST_UPLOADS } from "../../../protocol/limits.js";
import { DRAW_BYTES, LEADING } from "../../../protocol/sizes.js";
import { capsOf, hasFull, isAllowed, mostUnits } from "../../../protocol/terms.js";
import { blockWidth, numbersOf, placeOf, width } from "../../layout.js";
import { RANGE } from "../constants.js";

/** @typedef {import("../../../protocol/keys.js").RandomBytes} RandomBytes */
/** @typedef {import("../../layout.js").Counts} Counts */
/** @typedef {import("../../../protocol/messages.js").Campaign} Campaign */
/** @typedef {import("../messages.js").CohortDay} CohortDay */
/** @typedef {import("../messages.js").CohortPart} CohortPart */
/** @typedef {import("../../../protocol/messages.js").CohortTerms} CohortTerms */
/** @typedef {import("../../../protocol/messages.js").NumberNoise} NumberNoise */
/** @typedef {import("../parameters.js").TreeSize} TreeSize */

/** A law of noise. The shares of `makers` honest donors (m_noise) add up to one draw of it. */
/** @typedef {NumberNoise & Readonly<{makers: number}>} Law */

/** The numbers [start, start + number) of a vector, with the same noise; one donor adds at most `most` units to each. */
/** @typedef {Readonly<{start: number, number: number, most: number, law: Law}>} Run */

/** The place of one campaign's stratum in a vector. `included` is false if its `min_cohort` is above the floor. */
/** @typedef {import("../../layout.js").Block & Readonly<{included: boolean, terms: CohortTerms}>} Block */

/** The fields of a part that decide how many numbers and laws it has. */
/** @typedef {Pick<CohortPart, "entries" | "strata" | "terms">} Sized */

/**
 * Return the part of a plan that states exactly what a campaign's signed text says.
 *
 * VocabularyError if its words can't be counted; RangeError for a campaign of another protocol.
 * @param {Campaign} campaign
 * @returns {CohortPart}
 */
export function cohortPartOf({ id, vocabulary, strata, terms }) {
  if (terms.protocol !== "cohort") throw new RangeError(`campaign ${id} is for another protocol`);
  const entries = vocabularyOfCampaign(vocabulary);
  return Object.freeze({
    campaign: id,
    entries: entries.length,
    vocabulary: toHex(entries.digest()),
    strata,
    terms,
    repeats: null,
  });
}

/**
 * Return the most different laws of noise that a layout can have, whatever the floor.
 * @param {readonly Sized[]} parts
 */
export function countLaws(parts) {
  const laws = parts.flatMap(({ terms: { noise, colluders } }) =>
    [noise.joined, noise.searches, noise.counts].map((each) => `${each.law}/${each.scale}/${each.unit}/${colluders}`),
  );
  return new Set(laws).size;
}

/**
 * Return how many numbers a vector of this layout has at most, decoys included.
 * @param {readonly Sized[]} parts
 */
export function countNumbers(parts) {
  return width(parts) + DECOYS_A_LAW * countLaws(parts);
}

/**
 * Return whether every sum of `capacity` uploads, each adding up to `most`, stays in the range with its noise.
 * @param {number} capacity
 * @param {number} most
 * @param {number} reach
 */
export function fits(capacity, most, reach) {
  return 1 <= capacity && capacity <= MOST_UPLOADS && capacity * most + 2 * reach < RANGE;
}

/** The numbers of a (sub-)cohort's vector in order: what each means, the most that one donor adds, and its noise. */
export class CohortLayout {
  /**
   * @param {readonly CohortPart[]} parts
   * @param {TreeSize} size
   * @param {CohortDay} day the cohort's
   */
  constructor(parts, size, { floor, sub_cohorts }) {
    /** @type {Map<string, Law>} */
    const laws = new Map();
    /** @type {Block[]} */
    const blocks = [];
    /** @type {Run[]} */
    const runs = [];
    let start = 0;
    for (const part of parts) {
      const { campaign, entries, strata, terms } = part;
      const makers = size.noiseMakers(floor, terms.colluders, sub_cohorts);
      const included = terms.min_cohort <= floor;
      const { joined, searches, counts } = terms.noise;
      const most = included ? mostUnits(terms) : [0, 0, 0];
      for (const stratum of strata.length > 0 ? strata : [null]) {
        blocks.push(Object.freeze({ campaign, stratum, start, entries, hasFull: hasFull(terms), included, terms }));
        runs.push(run(start, 1, most[0], lawOf(laws, joined, makers)));
        runs.push(run(start + 1, 1, most[1], lawOf(laws, searches, makers)));
        runs.push(run(start + LEADING, blockWidth(part) - LEADING, most[2], lawOf(laws, counts, makers)));
        start += blockWidth(part);
      }
    }
    this.blocks = Object.freeze(blocks);
    this.laws = Object.freeze([...laws.values()]);
    const decoys = this.laws.map((law, at) => run(start + DECOYS_A_LAW * at, DECOYS_A_LAW, 0, law));
    this.runs = Object.freeze([...runs, ...decoys]);
    this.entries = start + DECOYS_A_LAW * this.laws.length;
    Object.freeze(this);
  }

  /** Return the most that one donor adds to each number, noise apart. */
  get most() {
    return this.runs.flatMap(({ number, most }) => new Array(number).fill(most));
  }

  /**
   * Return the vector of these counts without noise, `joined` included; zeros elsewhere, and in blocks not included.
   *
   * RangeError for counts that have no place in the plan or are in two strata of a campaign, and for numbers below
   * zero, not whole, or above the campaign's caps. Noise is calibrated to one stratum and the caps, so it would not
   * hide them.
   * @param {readonly Counts[]} given
   * @returns {Int32Array}
   */
  fill(given) {
    const vector = new Int32Array(this.entries);
    if (new Set(given.map(({ campaign }) => campaign)).size < given.length) {
      throw new RangeError("a donor counts in one stratum of a campaign");
    }
    for (const counts of given) {
      const block = placeOf(counts, this.blocks);
      checkCaps([counts.searches, ...counts.entries], block.terms);
      if (block.included) vector.set(numbersOf(counts, block), block.start);
    }
    return vector;
  }

  /**
   * Return the vector of counts in units, randomly rounded.
   * @param {Int32Array} vector
   * @param {RandomBytes} randomBytes 4 bytes are taken for each number, in order; none if all units are 1
   */
  rounded(vector, randomBytes) {
    if (this.laws.every(({ unit }) => unit === 1)) return vector;
    const units = this.runs.flatMap(({ number, law }) => new Array(number).fill(law.unit));
    return rounded(vector, units, randomBytes(WORD_BYTES * this.entries));
  }

  /**
   * Return one donor's share of the noise on each number, decoys included, in units.
   * @param {RandomBytes} randomBytes 32 bytes are taken for each number, in order
   * @returns {Int32Array}
   */
  drawNoise(randomBytes) {
    const drawn = randomBytes(2 * DRAW_BYTES * this.entries);
    const random = new DataView(drawn.buffer, drawn.byteOffset, drawn.length);
    const shares = new Int32Array(this.entries);
    // All numbers of one law are drawn before the next law, because only a few laws' tables are cached.
    for (const law of this.laws) {
      const rows = tableOf(law);
      for (const { start, number } of this.runs.filter((run) => run.law === law)) {
        for (let at = start; at < start + number; at += 1) {
          const from = 2 * DRAW_BYTES * at;
          shares[at] = rows.draw(random, from) - rows.draw(random, from + DRAW_BYTES);
        }
      }
    }
    return shares;
  }
}

/**
 * Return the table of the two draws whose difference is a donor's share. The number at which a Poisson table begins is
 * the same in both draws, so it does not matter.
 * @param {Law} law
 */
function tableOf({ law, scale, makers }) {
  return law === "skellam" ? poissonTable(scale, makers).table : table(scale, makers);
}

/**
 * Throw RangeError for counts that pass the caps to which the noise is calibrated.
 * @param {readonly number[]} numbers searches, then the counts
 * @param {CohortTerms} terms
 */
function checkCaps(numbers, terms) {
  const [searches, ...counts] = numbers;
  const isWhole = numbers.every((number) => Number.isInteger(number) && number >= 0);
  if (!isWhole || !isAllowed(capsOf(terms), searches, counts)) {
    throw new RangeError("the counts are not whole numbers within the caps of their campaign");
  }
}

/**
 * @param {number} start
 * @param {number} number
 * @param {number} most
 * @param {Law} law
 * @returns {Run}
 */
function run(start, number, most, law) {
  return Object.freeze({ start, number, most, law });
}

/**
 * Return the law of this noise, adding it to `laws` if it is new.
 * @param {Map<string, Law>} laws
 * @param {NumberNoise} noise
 * @param {number} makers
 * @returns {Law}
 */
function lawOf(laws, { law, scale, unit }, makers) {
  const name = `${law}/${scale}/${unit}/${makers}`;
  const made = laws.get(name) ?? Object.freeze({ law, scale, unit, makers });
  laws.set(name, made);
  return made;
}
