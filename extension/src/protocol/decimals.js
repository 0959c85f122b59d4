// Exact decimal numbers in messages: signed, digested and computed with as written (pdd_shared/protocol/decimals.py).
//
// They stay text; what is computed with them is computed with integers of 10^-18.

const CANONICAL = /^(0|[1-9][0-9]{0,11})(\.[0-9]{0,17}[1-9])?$/u;
const DIGITS = 18;

/** How many of the units of `units` make one. */
export const ONE = 10n ** 18n;

/**
 * Return whether the text is the one way to write such a number: digits, a point only before a fraction, no needless
 * zero.
 * @param {unknown} text
 * @returns {text is string}
 */
export function isExact(text) {
  return typeof text === "string" && CANONICAL.test(text);
}

/**
 * Return the number in units of 10^-18, exactly.
 * @param {string} text
 */
export function units(text) {
  const [whole, fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(DIGITS, "0"));
}

/**
 * Return the text of a number of units of 10^-18, which is not below zero: the inverse of `units`.
 * @param {bigint} number
 */
export function textOf(number) {
  const fraction = (number % ONE).toString().padStart(DIGITS, "0").replace(/0+$/u, "");
  return fraction === "" ? `${number / ONE}` : `${number / ONE}.${fraction}`;
}
