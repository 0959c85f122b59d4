// The exact composition of the Gaussian mechanism, to begin searches with (pdd_shared/privacy/accounting/parts/gaussian.py).
// Nothing is charged by it.

/** How many terms of a series, or levels of a fraction, give all digits of a floating-point number. */
const TERMS = 100;

/**
 * Return the largest mu, the L2 sensitivity over the standard deviation, that keeps to epsilon and delta, to 40 bits.
 * @param {number} epsilon
 * @param {number} delta
 */
export function gaussianMu(epsilon, delta) {
  let [low, high] = [0, 2 * Math.sqrt(epsilon) + 40];
  for (let halvings = 0; halvings < 40; halvings += 1) {
    const middle = (low + high) / 2;
    if (gaussianDelta(middle, epsilon) <= delta) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Return the delta of Gaussian noise at an epsilon (Balle, Wang, ICML '18, theorem 8).
 * @param {number} mu
 * @param {number} epsilon
 */
function gaussianDelta(mu, epsilon) {
  return normal(mu / 2 - epsilon / mu) - Math.exp(epsilon) * normal(-mu / 2 - epsilon / mu);
}

/**
 * Return the standard normal distribution function.
 * @param {number} x
 */
function normal(x) {
  return erfc(-x / Math.SQRT2) / 2;
}

/**
 * Return the complementary error function: near zero by its power series, else by its continued fraction (Abramowitz,
 * Stegun, '64, 7.1.6 and 7.1.14).
 * @param {number} x
 * @returns {number}
 */
function erfc(x) {
  if (x < 0) return 2 - erfc(-x);
  const density = Math.exp(-x * x) / Math.sqrt(Math.PI);
  if (x < 2) {
    let [sum, term] = [0, x];
    for (let n = 1; n <= TERMS; n += 1) {
      sum += term;
      term *= (2 * x * x) / (2 * n + 1);
    }
    return 1 - 2 * density * sum;
  }
  let fraction = x;
  for (let n = TERMS; n > 0; n -= 1) fraction = x + n / 2 / fraction;
  return density / fraction;
}
