// Parts and periods together: the epsilon that they cost at a delta, and the delta at an epsilon
// (pdd_shared/privacy/accounting/parts/release.py).

import { MOST_UPLOADS } from "../../../protocol/limits.js";
import { remembered } from "../../remembered.js";
import { DISTANCE } from "../constants.js";
import { sum } from "./arrays.js";
import { CARRIED, COARSENESS, DOWN, FINEST, MOST_PLACES, ROUGHEST, UP } from "./constants.js";
import { exchanges, l1, squaredL2, worst } from "./contributions.js";
import { exactly, fractionOf, logarithm, nearest, rounded } from "./decimals.js";
import { excess } from "./exchange.js";
import { certain, lawOfShift } from "./ratio_grid.js";
import { expBetween } from "./ratios.js";

/** @typedef {import("./ratios.js").LawName} LawName */
/** @typedef {import("./ratio_grid.js").RatioLaw} RatioLaw */
/** @typedef {import("./contributions.js").PartCaps} PartCaps */
/** @typedef {import("./decimals.js").Fraction} Fraction */

/**
 * The noise on one part of a period's vector, and what a donor may add to it.
 *
 * - `law`: the law of the noise on each of the part's numbers.
 * - `scale`: its scale in counts; the standard deviation for Skellam noise.
 * - `caps`: what a donor may add in a period.
 * - `unit`: how many counts are one unit of the noise, if it is more than one.
 * @typedef {Readonly<{law: LawName, scale: string, caps: PartCaps, unit?: number}>} Part
 */

/** For how many periods each part is published. @typedef {readonly Readonly<{part: Part, periods: number}>[]} Release */

const MOST_KEPT = 64;

/**
 * Return an upper bound on the delta of all parts and periods together at this epsilon, at most 1.
 *
 * RangeError if the epsilon or a number of periods is below zero.
 * @param {Release} release
 * @param {number} epsilon
 * @param {number} [coarser] by how many bits the grid is coarser than it should be: the result is larger, and sooner
 *   known
 */
export function delta(release, epsilon, coarser = 0) {
  if (epsilon < 0) throw new RangeError(`an epsilon is at least 0, not ${epsilon}`);
  const all = jointOf(release, coarser);
  const { low, high } = expBetween(exactly(epsilon));
  const { place, share } = placeBelow(low, all);
  const [at, after] = [all.divergence(place), all.divergence(place + 1)];
  const found = (after + (at - after) * (1 - share) + (1 + high) * distance(release)) * (UP * UP);
  return found < 1 ? found : 1;
}

/**
 * Return an upper bound on the epsilon of all parts and periods together at this delta, or infinity.
 *
 * RangeError if a number of periods is below zero.
 * @param {Release} release
 * @param {number} delta
 * @param {number} [coarser] as for `delta`
 */
export function epsilon(release, delta, coarser = 0) {
  const all = jointOf(release, coarser);
  // What finite tables add to delta grows with epsilon, so it is taken at an epsilon that is surely larger.
  const larger = Math.min(least(all, delta), pure(release)) + 1;
  if (larger === Infinity) return Infinity;
  const allowed = delta - (1 + expBetween(exactly(larger)).high) * distance(release) * UP;
  const found = Math.min(least(all, allowed), allowed > 0 ? pure(release) : Infinity);
  return found <= larger ? found : Infinity;
}

/**
 * Return whether all parts and periods together are private with this epsilon and delta.
 *
 * What finite tables add to delta grows with epsilon. So where it is too much, a smaller epsilon is tried. On a coarser
 * grid fewer releases do.
 * @param {Release} release
 * @param {number} mostEpsilon
 * @param {number} mostDelta
 * @param {number} [coarser] as for `delta`
 */
export function keepsTo(release, mostEpsilon, mostDelta, coarser = 0) {
  return delta(release, mostEpsilon, coarser) <= mostDelta || epsilon(release, mostDelta, coarser) <= mostEpsilon;
}

/**
 * Return about the largest epsilon that `epsilon` can find at this delta: beyond it, finite tables take all of it.
 * @param {Release} release with something published
 * @param {number} delta above 0
 */
export function largestEpsilon(release, delta) {
  return Math.log(delta / distance(release)) - 1;
}

/**
 * Return the epsilon of the ideal noise with delta 0, which only discrete Laplace noise has.
 * @param {Release} release
 */
function pure(release) {
  const published = release.filter(({ periods }) => periods > 0);
  if (published.some(({ part }) => part.law !== "discrete-laplace")) return Infinity;
  /** @type {Fraction} */
  let total = [0n, 1n];
  for (const { part, periods } of published) {
    const [above, below] = fractionOf(part.scale);
    total = [total[0] * above + BigInt(periods * l1(part.caps)) * below * total[1], total[1] * above];
  }
  return nearest(total) * UP;
}

/** The law of all ratios multiplied, as two factors, so that the last convolution need not be made. */
class Joint {
  /** @type {Float64Array | undefined} */
  #curve;

  /**
   * @param {RatioLaw} left one factor
   * @param {RatioLaw} right the other
   * @param {number} more what the exchange of hits may add to any divergence
   */
  constructor(left, right, more) {
    this.left = left;
    this.right = right;
    this.more = more;
  }

  /** The fineness of the grid. */
  get bits() {
    return this.left.bits;
  }

  /** The power of g from which on only infinite ratios count; not below 0. */
  get after() {
    return Math.max(0, this.left.after + this.right.after);
  }

  /**
   * Return an upper bound of D at k = g^place, for places from 0 on: E_left[D_right(k / ratio)].
   * @param {number} place
   */
  divergence(place) {
    const { left, right } = this;
    const lowest = Math.min(-left.after, right.first);
    this.#curve ??= right.divergences(lowest);
    const curve = this.#curve;
    const found = left.masses.map((mass, at) => mass * (curve[place - left.first - at - lowest] ?? right.beyond));
    return sum(found) * (1 + (found.length + 4) * 2 ** -52) + left.beyond + this.more;
  }
}

/**
 * Return the joint law of a release, whatever the order of its parts.
 * @param {Release} release
 * @param {number} coarser
 */
function jointOf(release, coarser) {
  if (release.some(({ periods }) => periods < 0))
    throw new RangeError("a part is published in no fewer than 0 periods");
  /** @type {Map<string, Release[number]>} */
  const rows = new Map();
  for (const { part, periods } of release.filter((each) => each.periods > 0)) {
    const { hits, perNumber, numbers } = part.caps;
    const name = JSON.stringify([part.law, part.scale, hits, perNumber, numbers]);
    rows.set(name, { part, periods: periods + (rows.get(name)?.periods ?? 0) });
  }
  return joint(
    [...rows.values()].sort((one, other) => inOrder(one.part, other.part)),
    coarser,
  );
}

/**
 * Compare two parts by law, scale and caps. Parts are taken in this order, so that sums and products have one order.
 * @param {Part} one
 * @param {Part} other
 */
function inOrder(one, other) {
  if (one.law !== other.law) return one.law < other.law ? -1 : 1;
  const apart = fractionOf(one.scale)[0] - fractionOf(other.scale)[0];
  if (apart !== 0n) return apart < 0n ? -1 : 1;
  const { hits, perNumber, numbers } = other.caps;
  return one.caps.hits - hits || one.caps.perNumber - perNumber || one.caps.numbers - numbers;
}

const joint = remembered(
  MOST_KEPT,
  /** @type {(published: Release, coarser: number) => Joint} */
  (published, coarser) => {
    const bits = Math.max(ROUGHEST, fineness(published) - coarser);
    let [left, right, more] = [certain(bits), certain(bits), 0];
    for (const { part, periods } of published) {
      const { law: name, scale, caps } = part;
      for (const { shift, numbers } of worst(caps)) {
        const [law, times] = [lawOfShift(name, scale, shift, bits), periods * numbers];
        const half = law.power(Math.floor(times / 2));
        [left, right] = [left.times(half), right.times(times % 2 === 1 ? half.times(law) : half)];
      }
      const times = periods * exchanges(caps);
      if (times > 0) more += times * excess(name, scale, worst(caps)[0].shift, bits) * CARRIED;
    }
    return new Joint(left, right, more);
  },
);

/**
 * Return the grid's bits: fine enough for COARSENESS, as each ratio on it adds up to 4^-bits / 4 of variance.
 *
 * The variance of the whole loss is about the sum of squared shifts over the noise's variance. Where this is far off,
 * the result is less tight, and still an upper bound. So it is with more than 16,384 ratios, for which so fine a grid
 * would have too many places: composing takes time with their square, and a server names the terms.
 * @param {Release} published
 */
function fineness(published) {
  let [variance, ratios] = [0, 0];
  for (const { part, periods } of published) {
    const scale = nearest(fractionOf(part.scale));
    const noise = scale * scale * (part.law === "discrete-laplace" ? 2 : 1);
    variance += (periods * squaredL2(part.caps)) / noise;
    ratios += periods * worst(part.caps).reduce((total, { numbers }) => total + numbers, 0);
  }
  let bits = ROUGHEST;
  const isTooRough = () => ratios > 4 * COARSENESS * variance * 4 ** bits;
  while (bits < FINEST && isTooRough() && hasRoom(variance, bits + 1)) bits += 1;
  return bits;
}

/**
 * @param {number} variance
 * @param {number} bits
 */
function hasRoom(variance, bits) {
  return 256 * variance * 4 ** bits <= MOST_PLACES ** 2;
}

/**
 * Return the total variation between all noise drawn from finite tables and its law.
 *
 * Two draws in each share, up to MOST_UPLOADS shares in a number, and as many numbers as a donor can move.
 * @param {Release} release
 */
function distance(release) {
  const moved = release.reduce((total, { part, periods }) => total + periods * l1(part.caps), 0);
  return moved * 2 * MOST_UPLOADS * DISTANCE * UP;
}

/**
 * Return the least epsilon at which the divergence is at most this, rounded up.
 * @param {Joint} all
 * @param {number} allowed
 */
function least(all, allowed) {
  if (all.divergence(all.after) > allowed) return Infinity;
  const place = firstPlace(all, allowed);
  if (place === 0) return 0;
  const [before, at] = [all.divergence(place - 1), all.divergence(place)];
  const share = Math.min(1, ((before - allowed) / (before - at)) * UP);
  return logarithmOf(1 + 2 ** -all.bits, place - 1, share);
}

/**
 * Return a power j of g with g^j <= k, and how far k is on the way to the next one, rounded down.
 * @param {number} k
 * @param {Joint} all
 */
function placeBelow(k, all) {
  const ratio = 1 + 2 ** -all.bits;
  let [power, place] = [1, 0];
  for (; power * ratio * UP <= k && place < all.after; place += 1) power = power * ratio * UP;
  return { place, share: Math.min(1, Math.max(0, ((k - power) / (power * 2 ** -all.bits)) * DOWN)) };
}

/**
 * Return the first place from 0 on where the divergence is at most this. It falls from place to place.
 * @param {Joint} all
 * @param {number} allowed
 */
function firstPlace(all, allowed) {
  let [low, high] = [-1, all.after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (all.divergence(middle) <= allowed) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Return an upper bound of ln(g^place (1 + share (g - 1))).
 * @param {number} ratio g
 * @param {number} place
 * @param {number} share
 */
function logarithmOf(ratio, place, share) {
  const [above, below] = logarithm(exactly(ratio));
  const whole = rounded([BigInt(place) * above, below]);
  const within = logarithm(exactly((1 + share * (ratio - 1)) * UP));
  return nearest(rounded([whole[0] * within[1] + within[0] * whole[1], whole[1] * within[1]])) * UP;
}
