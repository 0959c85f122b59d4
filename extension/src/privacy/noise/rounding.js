// Random rounding of a donor's counts to units of several counts, before its noise is added
// (pdd_shared/privacy/noise/rounding.py).

/** Random bytes by which one number is rounded: an integer, little endian. */
export const WORD_BYTES = 4;

/**
 * Return counts in units: each is rounded up if its random word, modulo the unit, is below what is left over.
 * @param {ArrayLike<number>} counts a donor's counts, not below 0
 * @param {readonly number[]} units powers of two, so that no remainder of a word is favoured
 * @param {Uint8Array} random WORD_BYTES cryptographic random bytes for each number
 * @returns {Int32Array}
 */
export function rounded(counts, units, random) {
  const words = new DataView(random.buffer, random.byteOffset, random.length);
  return Int32Array.from(units, (unit, at) => {
    const isUp = words.getUint32(WORD_BYTES * at, true) % unit < counts[at] % unit;
    return Math.floor(counts[at] / unit) + Number(isUp);
  });
}
