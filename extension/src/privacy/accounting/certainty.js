// How sure somebody who sees the results can become that a donor's counts are in them.
//
// A differentially private release moves the odds of two guesses by a bounded factor. Somebody who thought both guesses
// equally likely then holds the right one for true with a probability of at most factor / (1 + factor).

/** @typedef {import("../../protocol/messages.js").Budget} Budget */

/** From a campaign's privacy cost above this, the donor is asked whether it is all right: 99.3% is nearly certain. */
export const HIGH_COST = 5;

/** A larger factor is not shown as a number: to be 99.9999% sure is to be sure. */
const SAYS_LITTLE = 1_000_000;
/** How much the factor is above e to the power of epsilon, where there is a delta. */
const MARGIN = 1.1;
/** The factor with the margin holds except with this many times delta: 11 above it, and 11 below its inverse. */
const TAILS = 22;
/** The largest probability of an exception that is called tiny. */
const LARGEST_EXCEPTION = 0.001;

/**
 * Return the probability with which `percentOf` does not hold; 0 if it always does.
 * @param {Budget} budget
 */
export function exceptionOf({ delta }) {
  return TAILS * Number(delta);
}

/**
 * Return `percentSure` for all that a campaign publishes; null also if its delta is too large to be ignored.
 * @param {Budget} budget
 */
export function percentOf(budget) {
  const exception = exceptionOf(budget);
  if (exception > LARGEST_EXCEPTION) return null;
  return percentSure(Math.exp(Number(budget.epsilon) + (exception > 0 ? Math.log(MARGIN) : 0)));
}

/**
 * Return whether the donor is asked if the cost is all right: it is above `HIGH_COST`, or makes almost sure.
 * @param {Budget} budget
 */
export function isHigh(budget) {
  return Number(budget.epsilon) > HIGH_COST || percentOf(budget) === null;
}

/**
 * Return how sure, in percent, somebody can be at most who thought it 50:50 before; null if that is nearly 100.
 *
 * It is rounded up so that it stays true: to a whole number, and above 99 to the first digit that is not a 9.
 * @param {number} factor
 */
export function percentSure(factor) {
  if (factor > SAYS_LITTLE) return null;
  const doubt = Number((100 / (1 + factor)).toPrecision(12));
  const digits = Math.max(0, -Math.floor(Math.log10(doubt)));
  const left = Math.floor(Number((doubt * 10 ** digits).toPrecision(12))) / 10 ** digits;
  return Number((100 - left).toFixed(digits));
}
