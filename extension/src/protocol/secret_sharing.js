// Shamir's secret sharing over GF(2^8), byte by byte (Shamir, CACM 22:11, 1979), polynomial 0x11b as in AES
// (pdd_shared/secret_sharing.py). Here only the dealer's half: the server rebuilds.
//
// Table look-ups are not constant time: shares are made on the computer that holds the secrets anyway.

const POLYNOMIAL = 0x11b;
const FIELD = 256;
export const MOST_SHARES = 255;

/** Logarithms to the base 3, which generates the field, and powers, twice over to save a remainder. */
const LOGARITHM = new Uint8Array(FIELD);
const POWER = new Uint8Array(2 * (FIELD - 1));

for (let [exponent, power] = [0, 1]; exponent < FIELD - 1; exponent += 1) {
  POWER[exponent] = power;
  POWER[exponent + FIELD - 1] = power;
  LOGARITHM[power] = exponent;
  const doubled = power << 1;
  power ^= doubled < FIELD ? doubled : doubled ^ POLYNOMIAL;
}

/**
 * The product of two elements of the field.
 * @param {number} one
 * @param {number} other
 */
function product(one, other) {
  return one === 0 || other === 0 ? 0 : POWER[LOGARITHM[one] + LOGARITHM[other]];
}

/**
 * Shares of secrets, byte by byte: share s is the polynomials' value at x = s + 1.
 *
 * `randomness` is (threshold - 1) * secrets.length uniform bytes, the polynomials' other coefficients. Any `threshold`
 * shares give the secrets back, fewer tell nothing. RangeError on an impossible threshold or other random bytes.
 * @param {Uint8Array} secrets
 * @param {number} threshold
 * @param {number} shares
 * @param {Uint8Array} randomness
 * @returns {readonly Uint8Array[]}
 */
export function split(secrets, threshold, shares, randomness) {
  if (!(1 <= threshold && threshold <= shares && shares <= MOST_SHARES)) {
    throw new RangeError(`${threshold} of ${shares} shares: the threshold is at most the shares, those at most 255`);
  }
  const size = secrets.length;
  if (randomness.length !== (threshold - 1) * size) {
    throw new RangeError(`${(threshold - 1) * size} random bytes are needed, not ${randomness.length}`);
  }
  const coefficients = Array.from({ length: threshold - 1 }, (_, at) =>
    randomness.subarray(at * size, (at + 1) * size),
  );
  return Array.from({ length: shares }, (_, share) => valueAt([...coefficients, secrets], share + 1));
}

/**
 * The polynomials' value, by Horner's rule; the highest coefficient comes first.
 * @param {readonly Uint8Array[]} coefficients
 * @param {number} x
 */
function valueAt(coefficients, x) {
  const value = new Uint8Array(coefficients[0].length);
  for (const coefficient of coefficients) {
    for (let at = 0; at < value.length; at += 1) value[at] = product(x, value[at]) ^ coefficient[at];
  }
  return value;
}
