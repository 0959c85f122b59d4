// Laws of likelihood ratios on the grid 1, g, g^2, ... and below 1, with g = 1 + 2^-bits
// (pdd_shared/privacy/accounting/parts/ratio_grid.py, where it is explained why no guarantee is overstated).

import { remembered } from "../../remembered.js";
import { filled, products, sum, sums } from "./arrays.js";
import { CARRIED, CUT_MASS, DOWN, FARTHEST, LOST, MOST_LOSS, UP } from "./constants.js";
import { shifted } from "./ratios.js";

/** @typedef {import("./ratios.js").LawName} LawName */
/** @typedef {import("./ratios.js").Ratios} Ratios */

const MOST_LAWS_KEPT = 256;
/** How many terms of the shorter law are multiplied at once. It changes no bit, and takes half the time. */
const AT_ONCE = 4;

/** A law of the likelihood ratio Q / P under Q; each mass is at least the true one. */
export class RatioLaw {
  /**
   * @param {number} bits the grid's g is 1 + 2^-bits
   * @param {number} first the power of g of the lowest place
   * @param {Float64Array} masses Q's probability of each place
   * @param {number} beyond Q's probability of an infinite ratio
   */
  constructor(bits, first, masses, beyond) {
    this.bits = bits;
    this.first = first;
    this.masses = masses;
    this.beyond = beyond;
  }

  /** The power of g after the highest place. */
  get after() {
    return this.first + this.masses.length;
  }

  /**
   * Return the law of the product of independent ratios: both seen together.
   * @param {RatioLaw} other
   */
  times(other) {
    const beyond = (this.beyond + other.beyond) * CARRIED + LOST;
    return cut(new RatioLaw(this.bits, this.first + other.first, convolved(this.masses, other.masses), beyond));
  }

  /**
   * Return the law of the product of so many independent ratios of this law, by repeated squaring.
   * @param {number} times
   * @returns {RatioLaw}
   */
  power(times) {
    if (times === 0) return certain(this.bits);
    const half = this.power(Math.floor(times / 2));
    const whole = times > 1 ? half.times(half) : half;
    return times % 2 === 1 ? whole.times(this) : whole;
  }

  /**
   * Return upper bounds of D(Q, P) at k = g^j, for j from `lowest` to the highest place.
   *
   * Let A_j be the sum of q_i g^(j - i) over the places i > j. Then A_(j - 1) = (A_j + q_j) / g, and the finite part of
   * D falls from j - 1 to j by (g - 1) A_(j - 1). Nothing is subtracted.
   * @param {number} lowest
   */
  divergences(lowest) {
    const more = 2 ** -this.bits;
    const found = new Float64Array(this.after - lowest);
    let [weighed, divergence] = [0, 0];
    for (let place = found.length - 1; place > 0; place -= 1) {
      weighed = (weighed + (this.masses[place + lowest - this.first] ?? 0)) / (1 + more);
      divergence += weighed * more;
      found[place - 1] = divergence;
    }
    const rounding = 1 + 4 * found.length * 2 ** -52;
    return found.map((each) => each * rounding + this.beyond);
  }
}

/**
 * Return the law of the ratio that is always 1: nothing is told.
 * @param {number} bits
 */
export function certain(bits) {
  return new RatioLaw(bits, 0, Float64Array.of(1), 0);
}

/** Return the law of the ratio of noise moved by `shift` to the noise itself, on the grid. */
export const lawOfShift = remembered(
  MOST_LAWS_KEPT,
  /** @type {(law: LawName, scale: string, shift: number, bits: number) => RatioLaw} */
  (law, scale, shift, bits) => onGrid(shifted(law, scale, shift), bits),
);

/**
 * Return a law on the grid that stands for this one.
 * @param {Ratios} all
 * @param {number} bits
 */
export function onGrid(all, bits) {
  const more = 2 ** -bits;
  /** @param {number} ratio */
  const isNear = (ratio) => ratio <= FARTHEST;
  const beyond = all.beyond + sum(all.masses.filter((_, at) => !isNear(all.ratios[at]))) * CARRIED;
  const ratios = all.ratios.filter(isNear).map((ratio) => Math.max(ratio, 1 / FARTHEST));
  const masses = all.masses.filter((_, at) => isNear(all.ratios[at]));
  if (ratios.length === 0) return new RatioLaw(bits, 0, Float64Array.of(0), beyond);
  const { places, over } = placesOf(ratios, bits);
  const first = places.reduce((least, place) => Math.min(least, place), Infinity);
  const found = new Float64Array(places.reduce((most, place) => Math.max(most, place), -Infinity) - first + 2);
  // over * more is exact, as g - 1 is a power of two; over - 1 and g - over are exact as well (Sterbenz '74)
  for (const [at, mass] of masses.entries()) {
    found[places[at] - first] += mass * (((1 + more - over[at]) / (over[at] * more)) * UP);
  }
  for (const [at, mass] of masses.entries()) {
    found[places[at] - first + 1] += mass * ((((over[at] - 1) * (1 + more)) / (over[at] * more)) * UP);
  }
  const rounding = 1 + (ratios.length + 8) * 2 ** -51;
  return cut(
    new RatioLaw(
      bits,
      first,
      found.map((mass) => mass * rounding),
      beyond,
    ),
  );
}

/**
 * Return each ratio's place, the power j of g, and an upper bound of the ratio over g^j, from 1 to g.
 *
 * The logarithm is only a guess of the place, surely not too high. The comparisons after it find the place itself,
 * which is the same whatever rounding the logarithm has.
 * @param {Float64Array} ratios
 * @param {number} bits
 */
function placesOf(ratios, bits) {
  const [step, ratio] = [Math.log1p(2 ** -bits), 1 + 2 ** -bits];
  const most = Math.floor(Math.log(FARTHEST) / step) + 3;
  const up = products(new Float64Array(most).fill(ratio * UP));
  const down = products(new Float64Array(most).fill(ratio * DOWN));
  /** @param {number} place */
  const lowerBound = (place) => (place < 0 ? (1 / up[-place]) * DOWN : down[place]);
  const places = ratios.map((given) => {
    let place = Math.floor(Math.log(given) / step - 1e-6);
    while ((given / lowerBound(place)) * UP > ratio) place += 1;
    return place;
  });
  return { places, over: ratios.map((given, at) => Math.max((given / lowerBound(places[at])) * UP, 1)) };
}

/**
 * Return upper bounds of the convolution. Each result adds up at most as many products as the shorter has terms.
 *
 * Each result's products are added in the order of the shorter law's terms, so every language gets the same bits. The
 * zeros around both laws add nothing.
 * @param {Float64Array} one
 * @param {Float64Array} other
 */
function convolved(one, other) {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  const around = new Float64Array(long.length + 2 * (AT_ONCE - 1));
  around.set(long, AT_ONCE - 1);
  const found = new Float64Array(long.length + short.length - 1 + AT_ONCE);
  for (let place = 0; place < short.length; place += AT_ONCE) {
    const [a, b, c, d] = filled(AT_ONCE, (at) => short[place + at] ?? 0);
    for (let at = 0; at < long.length + AT_ONCE - 1; at += 1) {
      found[place + at] =
        found[place + at] + a * around[at + 3] + b * around[at + 2] + c * around[at + 1] + d * around[at];
    }
  }
  const rounding = 1 + (short.length + 4) * 2 ** -52;
  return found.subarray(0, long.length + short.length - 1).map((mass) => mass * rounding);
}

/**
 * Return the law with the masses at both ends moved up, so that fewer places are left.
 * @param {RatioLaw} law
 */
function cut({ bits, first, masses, beyond }) {
  const [below, above] = [sums(masses), sums(masses.slice().reverse())];
  const [size, far] = [below.length, MOST_LOSS << bits];
  const bottom = Math.min(Math.max(countBelow(below, CUT_MASS), -far - first), size - 1);
  const top = Math.min(Math.max(countBelow(above, CUT_MASS), first + size - far), size);
  const kept = masses.slice(bottom, Math.max(bottom + 1, size - top));
  if (bottom > 0) kept[0] += below[bottom - 1] * CARRIED;
  const infinite = beyond + (top > 0 ? above[top - 1] * CARRIED : 0);
  // Nothing is hidden, and no further part can change that.
  if (infinite >= 1) return new RatioLaw(bits, 0, new Float64Array(1), 1);
  return new RatioLaw(bits, first + bottom, kept, infinite);
}

/**
 * Return how many of the numbers, which rise, are below a bound.
 * @param {Float64Array} numbers
 * @param {number} bound
 */
function countBelow(numbers, bound) {
  const at = numbers.findIndex((number) => number >= bound);
  return at < 0 ? numbers.length : at;
}
