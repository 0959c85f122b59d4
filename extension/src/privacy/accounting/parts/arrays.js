// Arrays of doubles, added and multiplied from the first to the last number: the order in which Python does it too, so
// that the results have the same bits.

/**
 * Return the running sums of the numbers.
 * @param {Float64Array} numbers
 */
export function sums(numbers) {
  let total = 0;
  return numbers.map((number) => {
    total += number;
    return total;
  });
}

/**
 * Return the sum of the numbers.
 * @param {Float64Array} numbers
 */
export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Return 1 and the running products of the factors, so one number more.
 * @param {Float64Array} factors
 */
export function products(factors) {
  const found = new Float64Array(factors.length + 1).fill(1);
  for (const [at, factor] of factors.entries()) found[at + 1] = found[at] * factor;
  return found;
}

/**
 * Return `length` numbers, the function of each place.
 * @param {number} length
 * @param {(place: number) => number} value
 */
export function filled(length, value) {
  return Float64Array.from({ length }, (_, place) => value(place));
}
