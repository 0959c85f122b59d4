// The law of a sum of independent draws, by the fast Fourier transform (Cooley, Tukey, 1965).

import { OUTSIDE } from "./constants.js";

/** @typedef {Readonly<{law: Float64Array, times: number}>} Draws so many draws, each from this law on 0 .. n */

/**
 * Return the places where the sum of all draws lies, except with probability OUTSIDE: the first one, and how many.
 *
 * A draw is within 0 .. n, so that the sum is further than t from its mean with probability 2 e^(-2 t^2 / sum of n^2)
 * at most (Hoeffding, JASA '63, theorem 2).
 * @param {readonly Draws[]} draws
 */
export function placesOf(draws) {
  let [mean, most, squares] = [0, 0, 0];
  for (const { law, times } of draws) {
    const last = law.length - 1;
    mean += times * law.reduce((sum, probability, draw) => sum + probability * draw, 0);
    most += times * last;
    squares += times * last ** 2;
  }
  const reach = Math.sqrt((squares * Math.log(2 / OUTSIDE)) / 2) + 1;
  const first = Math.max(0, Math.floor(mean - reach));
  return { first, count: Math.min(most, Math.ceil(mean + reach)) - first + 1 };
}

/**
 * Return the law of the sum of all draws, at `count` places from `first`.
 *
 * What lies elsewhere wraps around onto these places: none comes out lower for it, and all of them together higher by
 * OUTSIDE at most, if they are `placesOf` the sum. Each is off by rounding, and may come out below zero by it.
 * @param {readonly Draws[]} draws
 * @param {{first: number, count: number}} places
 * @returns {Float64Array}
 */
export function sumsOf(draws, { first, count }) {
  const size = 2 ** Math.ceil(Math.log2(count));
  const roots = rootsOf(size);
  const [real, imaginary] = spectrum(draws, size, roots);
  // A real law's transform is its own conjugate backwards; and the inverse is the transform of the conjugate.
  for (let at = 1; at < size / 2; at += 1) [real[size - at], imaginary[size - at]] = [real[at], imaginary[at]];
  for (let at = 0; at <= size / 2; at += 1) imaginary[at] = -imaginary[at];
  transform(real, imaginary, roots);
  return Float64Array.from({ length: count }, (_, at) => real[(first + at) % size] / size);
}

/**
 * The first half of the sum's transform: the product of the laws', each to the power of its times.
 * @param {readonly Draws[]} draws
 * @param {number} size
 * @param {Roots} roots
 */
function spectrum(draws, size, roots) {
  const [real, imaginary] = [new Float64Array(size).fill(1), new Float64Array(size)];
  for (const { law, times } of draws) {
    const [x, y] = [new Float64Array(size), new Float64Array(size)];
    for (const [draw, probability] of law.entries()) x[draw % size] += probability;
    transform(x, y, roots);
    for (let at = 0; at <= size / 2; at += 1) {
      raise(x, y, at, times);
      const [u, v] = [real[at], imaginary[at]];
      [real[at], imaginary[at]] = [u * x[at] - v * y[at], u * y[at] + v * x[at]];
    }
  }
  return [real, imaginary];
}

/** @typedef {Readonly<{cosines: Float64Array, sines: Float64Array}>} Roots of unity */

/**
 * The roots of unity of a transform; each is computed by itself: those multiplied up would gather rounding.
 * @param {number} size
 * @returns {Roots}
 */
function rootsOf(size) {
  const angle = (/** @type {number} */ k) => (2 * Math.PI * k) / size;
  return {
    cosines: Float64Array.from({ length: size / 2 }, (_, k) => Math.cos(angle(k))),
    sines: Float64Array.from({ length: size / 2 }, (_, k) => -Math.sin(angle(k))),
  };
}

/**
 * Raise one complex number to a power, by repeated squaring.
 * @param {Float64Array} real
 * @param {Float64Array} imaginary
 * @param {number} at
 * @param {number} power
 */
function raise(real, imaginary, at, power) {
  let x = real[at];
  let y = imaginary[at];
  let u = 1;
  let v = 0;
  for (let left = power; left > 0; left = Math.floor(left / 2)) {
    let product = u;
    if (left % 2 === 1) {
      product = u * x - v * y;
      v = u * y + v * x;
    }
    u = product;
    product = x * x - y * y;
    y = 2 * x * y;
    x = product;
  }
  real[at] = u;
  imaginary[at] = v;
}

/**
 * Compute the discrete Fourier transform in place; the length is a power of two.
 * @param {Float64Array} real
 * @param {Float64Array} imaginary
 * @param {Roots} roots
 */
function transform(real, imaginary, { cosines, sines }) {
  const size = real.length;
  reorder(real, imaginary);
  for (let half = 1; half < size; half *= 2) {
    const step = size / (2 * half);
    for (let start = 0; start < size; start += 2 * half) {
      for (let k = 0; k < half; k += 1) {
        const [even, odd] = [start + k, start + k + half];
        const [c, s] = [cosines[k * step], sines[k * step]];
        const x = real[odd] * c - imaginary[odd] * s;
        const y = real[odd] * s + imaginary[odd] * c;
        real[odd] = real[even] - x;
        imaginary[odd] = imaginary[even] - y;
        real[even] += x;
        imaginary[even] += y;
      }
    }
  }
}

/**
 * Move each number to the place whose index has its own index's bits in reversed order.
 * @param {Float64Array} real
 * @param {Float64Array} imaginary
 */
function reorder(real, imaginary) {
  const size = real.length;
  for (let at = 1, other = 0; at < size; at += 1) {
    let bit = size / 2;
    for (; other >= bit; bit /= 2) other -= bit;
    other += bit;
    if (at < other) {
      [real[at], real[other]] = [real[other], real[at]];
      [imaginary[at], imaginary[other]] = [imaginary[other], imaginary[at]];
    }
  }
}
