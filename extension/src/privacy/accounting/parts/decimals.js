// Decimal numbers of 30 digits and doubles, rounded as Python's `decimal` and `float` round: each result is the exact
// one, rounded once, half to even. The functions of Math promise no error, so no bound could be taken from them.

import { ONE, units } from "../../../protocol/decimals.js";
import { PRECISION } from "./constants.js";

/** @typedef {readonly [bigint, bigint]} Fraction a numerator, and a denominator above 0 */

/** The fixed-point numbers of the computation have so many bits, three times as many as 30 digits. */
const BITS = 320n;
const UNIT = 1n << BITS;
/** Beyond e^1000 a double is infinite, and below e^-1000 it is 0. */
const LARGEST = 1000n;
/** The exponential's series is summed up below 2^-8, where it is short. */
const SMALL_BITS = 8;
/** A double is a whole number of 2^-1074; those below 2^-1021 have fewer than 53 bits. */
const LEAST_POWER = 1074;
const SIGNIFICANT_BITS = 53;
const INFINITE = 0x7ffn << 52n;

/**
 * Return a decimal number, as messages write it, as a fraction.
 * @param {string} text
 * @returns {Fraction}
 */
export function fractionOf(text) {
  return [units(text), ONE];
}

/**
 * Return a double as a fraction, exactly; RangeError if it is not finite.
 * @param {number} number
 * @returns {Fraction}
 */
export function exactly(number) {
  if (!Number.isFinite(number)) throw new RangeError(`${number} is no fraction`);
  let [whole, below] = [number, 1n];
  for (; !Number.isInteger(whole); below *= 2n) whole *= 2;
  return [BigInt(whole), below];
}

/**
 * Return the double nearest to a fraction.
 *
 * The bits of a double above zero, read as an integer, are its significand plus 2^52 for each power of two: so a
 * significand that is rounded up to the next power, or to infinity, needs no case of its own.
 * @param {Fraction} fraction
 */
export function nearest([above, below]) {
  const size = above < 0n ? -above : above;
  let power = Math.min(LEAST_POWER, SIGNIFICANT_BITS + digits(below, 2) - digits(size, 2));
  if (power < LEAST_POWER && shifted(size, power) >= shifted(below, -power) << BigInt(SIGNIFICANT_BITS)) power -= 1;
  const significand = quotient(shifted(size, power), shifted(below, -power));
  const bits = (BigInt(LEAST_POWER - power) << 52n) + significand;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits < INFINITE ? bits : INFINITE);
  return above < 0n ? -view.getFloat64(0) : view.getFloat64(0);
}

/**
 * Return a fraction rounded to 30 digits.
 * @param {Fraction} fraction
 * @returns {Fraction}
 */
export function rounded([above, below]) {
  if (above < 0n) return negative(rounded([-above, below]));
  if (above === 0n) return [0n, 1n];
  let power = PRECISION + digits(below, 10) - digits(above, 10);
  if (scaled(above, power) >= scaled(below, -power) * 10n ** BigInt(PRECISION)) power -= 1;
  return [quotient(scaled(above, power), scaled(below, -power)) * tens(-power), tens(power)];
}

/**
 * Return e^x, rounded to 30 digits; beyond +-1000 that of +-1000.
 * @param {Fraction} x
 * @returns {Fraction}
 */
export function exponential([above, below]) {
  if (above < 0n) {
    const [found, one] = powerOfE(-above, below);
    return rounded([one, found]);
  }
  return rounded(powerOfE(above, below));
}

/**
 * Return e^x for x >= 0: the power series of x / 2^n, which is squared n times.
 * @param {bigint} above
 * @param {bigint} below
 * @returns {Fraction}
 */
function powerOfE(above, below) {
  if (above > LARGEST * below) return powerOfE(LARGEST, 1n);
  const halvings = SMALL_BITS + digits(above / below, 2);
  const x = (above << BITS) / (below << BigInt(halvings));
  let total = UNIT;
  for (let [term, n] = [x, 1n]; term > 0n; term = (term * x) / (n << BITS)) {
    total += term;
    n += 1n;
  }
  for (let times = 0; times < halvings; times += 1) total = (total * total) >> BITS;
  return [total, UNIT];
}

/**
 * Return ln(x), rounded to 30 digits, for x from 1 to 2: ln(x) = 2 artanh(y) with y = (x - 1) / (x + 1).
 * @param {Fraction} x
 * @returns {Fraction}
 */
export function logarithm([above, below]) {
  const y = ((above - below) << BITS) / (above + below);
  const square = (y * y) >> BITS;
  let total = 0n;
  for (let [term, n] = [y, 1n]; term > 0n; term = (term * square) >> BITS) {
    total += term / n;
    n += 2n;
  }
  return rounded([2n * total, UNIT]);
}

/**
 * Return the fraction's negative.
 * @param {Fraction} fraction
 * @returns {Fraction}
 */
export function negative([above, below]) {
  return [-above, below];
}

/**
 * Return how many digits a number has in a base.
 * @param {bigint} number
 * @param {number} base
 */
function digits(number, base) {
  return number.toString(base).length;
}

/** @param {bigint} number @param {number} power of two; below 0 it changes nothing */
function shifted(number, power) {
  return number << BigInt(Math.max(0, power));
}

/** @param {bigint} number @param {number} power of ten; below 0 it changes nothing */
function scaled(number, power) {
  return number * tens(power);
}

/** @param {number} power below 0 it counts as 0 */
function tens(power) {
  return 10n ** BigInt(Math.max(0, power));
}

/**
 * Return the whole number nearest to a fraction; of two that are as near, the even one.
 * @param {bigint} above
 * @param {bigint} below
 */
function quotient(above, below) {
  const [whole, twice] = [above / below, 2n * (above % below)];
  return twice > below || (twice === below && whole % 2n === 1n) ? whole + 1n : whole;
}
