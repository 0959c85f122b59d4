// The law of the likelihood ratio where noise hides a shift of one number
// (pdd_shared/privacy/accounting/parts/ratios.py, where the laws and their bounds are explained).

import { filled, products, sum } from "./arrays.js";
import { DOWN, MOST_SCALE, MOST_SCALES, RARE, UP } from "./constants.js";
import { exponential, fractionOf, nearest, rounded } from "./decimals.js";

/** @typedef {import("./decimals.js").Fraction} Fraction */
/** @typedef {"skellam" | "discrete-laplace" | "discrete-gaussian"} LawName */

/**
 * A law of the likelihood ratio Q / P under Q. Each number is at least the true one.
 *
 * - `ratios`: the ratios, the largest first or last.
 * - `masses`: Q's probability of each.
 * - `beyond`: Q's probability of larger ratios, which count as infinite.
 * @typedef {Readonly<{ratios: Float64Array, masses: Float64Array, beyond: number}>} Ratios
 */

/** Two numbers between which each of some numbers lies. @typedef {Readonly<{lows: Float64Array, highs: Float64Array}>} Bounds */

/**
 * Noise so small beside the shift that it hides nothing.
 * @returns {Ratios}
 */
function told() {
  return { ratios: Float64Array.of(1), masses: Float64Array.of(0), beyond: 1 };
}

/**
 * Return the law of the ratio of noise moved by `shift` to the noise itself.
 *
 * RangeError if the scale is not positive, or above MOST_SCALE for a law other than discrete Laplace.
 * @param {LawName} law
 * @param {string} scale in counts; the standard deviation for Skellam noise
 * @param {number} shift how far a donor moves the number, at least 1
 * @returns {Ratios}
 */
export function shifted(law, scale, shift) {
  const [above, below] = fractionOf(scale);
  if (above <= 0n || (law !== "discrete-laplace" && above > BigInt(MOST_SCALE) * below)) {
    throw new RangeError(`a scale of ${scale} is not accounted for`);
  }
  if (BigInt(shift) * below > BigInt(MOST_SCALES) * above) return told();
  if (law === "discrete-laplace") return shiftedLaplace([above, below], shift);
  const steps = law === "skellam" ? skellamSteps : gaussianSteps;
  const counts = Number((above + below - 1n) / below);
  return shiftedBySteps(steps([above, below], 12 * counts + 60 + shift, counts), shift);
}

/**
 * Return two numbers between which e^x lies, close to each other; both infinite beyond the largest double.
 * @param {Fraction} x
 */
export function expBetween(x) {
  const found = nearest(exponential(x));
  return { low: found * DOWN, high: found * UP };
}

/**
 * Return the square of a scale, rounded to 30 digits.
 * @param {Fraction} scale
 */
function squared([above, below]) {
  return rounded([above * above, below * below]);
}

/**
 * Return bounds of p(x + 1) / p(x) for x = 0 .. reach - 1.
 * @param {Fraction} scale
 * @param {number} reach
 * @param {number} counts the scale, rounded up
 * @returns {Bounds}
 */
function skellamSteps(scale, reach, counts) {
  const variance = nearest(squared(scale));
  const begin = reach + 2 * counts + 40; // by `reach` the bounds are as close as rounding lets them be
  let [low, high] = [0, Math.min(1, (variance / (2 * begin)) * UP)];
  const [lows, highs] = [new Float64Array(begin), new Float64Array(begin)];
  for (let x = begin - 1; x >= 0; x -= 1) {
    [lows[x], highs[x]] = [low, high];
    const apart = (2 * x) / variance;
    [low, high] = [(1 / (apart + high)) * DOWN, (1 / (apart + low)) * UP];
  }
  return { lows: lows.subarray(0, reach), highs: highs.subarray(0, reach) };
}

/**
 * Return bounds of p(x + 1) / p(x) = e^(-(2 x + 1) / (2 scale^2)) for x = 0 .. reach - 1.
 * @param {Fraction} scale
 * @param {number} reach
 * @returns {Bounds}
 */
function gaussianSteps(scale, reach) {
  const [above, below] = squared(scale);
  const twice = rounded([2n * above, below]);
  const bounds = Array.from({ length: reach }, (_, x) => {
    return expBetween(rounded([-BigInt(2 * x + 1) * twice[1], twice[0]]));
  });
  return { lows: filled(reach, (x) => bounds[x].low), highs: filled(reach, (x) => bounds[x].high) };
}

/**
 * Return the law of the ratio from bounds of p(x + 1) / p(x).
 *
 * The noise y of Q is seen as y + shift, where the ratio is p(y) / p(y + shift).
 * @param {Bounds} steps
 * @param {number} shift
 * @returns {Ratios}
 */
function shiftedBySteps({ lows, highs }, shift) {
  const all = products(highs.map((high) => high * UP));
  const last = Math.min(all.filter((weight) => weight >= RARE).length, highs.length) - 1;
  if (shift > last) return told();
  const [high, low] = [all.subarray(0, last + 1), products(lows.subarray(0, last).map((each) => each * DOWN))];
  const total = (1 + 2 * sum(low.subarray(1))) * (1 - (last + 2) * 2 ** -52);
  // Steps fall, so the weights beyond `last` fall at least as fast as a geometric series with its step.
  const tail = ((high[last] * highs[last]) / (1 - highs[last])) * UP;
  const noise = Array.from({ length: 2 * last - shift + 1 }, (_, place) => place - last);
  const masses = Float64Array.from(noise, (y) => (high[Math.abs(y)] / total) * UP);
  masses[0] += (tail / total) * UP; // smaller ratios count as this one
  const unseen = sum(high.subarray(Math.max(0, last - shift + 1))) + tail;
  return {
    ratios: Float64Array.from(noise, (y) => (high[Math.abs(y)] / low[Math.abs(y + shift)]) * UP),
    masses: masses.map((mass) => mass * UP),
    beyond: (unseen / total) * (1 + (shift + 2) * 2 ** -50),
  };
}

/**
 * Return the law of the ratio of discrete Laplace noise, a^(2 j - shift) with j in 0 .. shift.
 *
 * j is how far Q's noise goes towards P, clipped. Beyond 0 and `shift` the ratio no longer changes.
 * @param {Fraction} scale
 * @param {number} shift
 * @returns {Ratios}
 */
function shiftedLaplace([above, below], shift) {
  /** @param {number} times */
  const exponent = (times) => rounded([BigInt(times) * below, above]);
  const { low, high } = expBetween(exponent(-1));
  const [largest, down] = [expBetween(exponent(shift)).high, expBetween(exponent(-2)).high];
  const [part, whole] = exponential(exponent(-1));
  const inner = nearest(rounded([whole - part, whole])) * UP;
  const masses = products(new Float64Array(shift).fill(high * UP)).map((power) => (power / (1 + low)) * UP);
  return {
    ratios: products(new Float64Array(shift).fill(down * UP)).map((power) => largest * power),
    masses: masses.map((mass, j) => (j > 0 && j < shift ? mass * (inner * UP) : mass)),
    beyond: 0,
  };
}
