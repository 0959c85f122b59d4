// A distribution on 0 .. n added to itself many times, by the fast Fourier transform (Cooley, Tukey, 1965).

/** How much of a sum's law may lie outside the places that are computed. */
const OUTSIDE = 1e-15;

/**
 * Where the sum of `times` independent draws lies, but for a probability of OUTSIDE: its first place, and how many.
 *
 * A draw is within 0 .. n, so that the sum is further than t from its mean with probability 2 e^(-2 t^2 / (times n^2))
 * at most (Hoeffding, JASA '63, theorem 2).
 * @param {Float64Array} law
 * @param {number} times
 */
export function placesOf(law, times) {
  const most = law.length - 1;
  const mean = times * law.reduce((sum, probability, draw) => sum + probability * draw, 0);
  const reach = most * Math.sqrt((times * Math.log(2 / OUTSIDE)) / 2) + 1;
  const first = Math.max(0, Math.floor(mean - reach));
  return { first, count: Math.min(times * most, Math.ceil(mean + reach)) - first + 1 };
}

/**
 * The law of the sum of `times` independent draws, at `count` places from `first`.
 *
 * What lies elsewhere wraps around onto these places: none comes out lower for it, and all of them together higher by
 * OUTSIDE at most, if they are `placesOf` the sum. Each is off by rounding, and may come out below zero by it.
 * @param {Float64Array} law
 * @param {number} times
 * @param {{first: number, count: number}} places
 * @returns {Float64Array}
 */
export function sumsOf(law, times, { first, count }) {
  const size = 2 ** Math.ceil(Math.log2(count));
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  law.forEach((probability, draw) => {
    real[draw % size] += probability;
  });
  transform(real, imaginary);
  for (let at = 0; at <= size / 2; at += 1) raise(real, imaginary, at, times);
  // A real law's transform is its own conjugate backwards; and the inverse is the transform of the conjugate.
  for (let at = 1; at < size / 2; at += 1) [real[size - at], imaginary[size - at]] = [real[at], imaginary[at]];
  for (let at = 0; at <= size / 2; at += 1) imaginary[at] = -imaginary[at];
  transform(real, imaginary);
  return Float64Array.from({ length: count }, (_, at) => real[(first + at) % size] / size);
}

/**
 * One complex number to a power, by squaring.
 * @param {Float64Array} real
 * @param {Float64Array} imaginary
 * @param {number} at
 * @param {number} power
 */
function raise(real, imaginary, at, power) {
  let [x, y, u, v] = [real[at], imaginary[at], 1, 0];
  for (let left = power; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) [u, v] = [u * x - v * y, u * y + v * x];
    [x, y] = [x * x - y * y, 2 * x * y];
  }
  [real[at], imaginary[at]] = [u, v];
}

/**
 * The discrete Fourier transform in place; the length is a power of two.
 * @param {Float64Array} real
 * @param {Float64Array} imaginary
 */
function transform(real, imaginary) {
  const size = real.length;
  reorder(real, imaginary);
  // Each root of unity is computed by itself: those multiplied up would gather rounding.
  const cosines = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
  const sines = Float64Array.from({ length: size / 2 }, (_, k) => -Math.sin((2 * Math.PI * k) / size));
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
 * Put each number at the place whose bits are its own place's, backwards.
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
