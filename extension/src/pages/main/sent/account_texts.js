// The privacy account in plain sentences.

import { percentSure } from "../../../privacy/accounting/certainty.js";

/** @typedef {import("../../../core/views.js").Account} Account */
/** @typedef {import("../../texts/texts.js").Texts} Texts */

const DIGITS = 3;

/**
 * Return what all days given have cost, as one sentence. A second one tells of days that only a restored home charged.
 * @param {Texts} texts
 * @param {Account} account
 */
export function meaning(texts, account) {
  const restored = account.unrecorded ? ` ${texts.count("account_unrecorded", account.unrecorded)}` : "";
  return `${cost(texts, account)}${restored}`;
}

/**
 * @param {Texts} texts
 * @param {Account} account
 */
function cost(texts, account) {
  if (account.since === null) return texts.t("account_nothing");
  const day = texts.shortDay(account.since);
  if (!Number.isFinite(account.epsilon)) return texts.count("account_unbounded", account.days, { day });
  const percent = percentSure(account.factor);
  if (percent === null) return texts.count("account_little", account.days, { day });
  return texts.count("account_meaning", account.days, { day, percent: texts.number(percent, 9) });
}

/**
 * Return a sentence about the donor's limit, and how many more days it allows.
 * @param {Texts} texts
 * @param {Account} account
 */
export function limit(texts, account) {
  if (account.ceiling === null) return texts.t("limit_none");
  const found = { limit: exact(texts, account.ceiling) };
  if (account.epsilon > Number(account.ceiling)) return texts.t("limit_passed", found);
  if (account.daysLeft === null) return texts.t("limit_idle", found);
  if (account.daysLeft === 0) return texts.t("limit_reached", found);
  return texts.count("limit_lasts", account.daysLeft, found);
}

/**
 * Return an upper bound as text. It is rounded up to three digits, so that it still holds.
 * @param {Texts} texts
 * @param {number} number
 */
export function atMost(texts, number) {
  if (!Number.isFinite(number)) return texts.t("no_bound");
  return texts.number(roundedUp(number), 12);
}

/**
 * Round a number up to three digits.
 * @param {number} number
 */
export function roundedUp(number) {
  // Round to twelve digits first. Otherwise 0.1 + 0.2, which a computer stores as a little over 0.3, would become
  // 0.301.
  const exactly = Number(number.toPrecision(12));
  const near = Number(exactly.toPrecision(DIGITS));
  if (near >= exactly) return near;
  const place = Math.floor(Math.log10(Math.abs(exactly))) + 1 - DIGITS;
  return place < 0
    ? (Math.round(near * 10 ** -place) + 1) / 10 ** -place
    : (Math.round(near / 10 ** place) + 1) * 10 ** place;
}

/**
 * Return a number that a person has chosen, as the locale writes it, without rounding it to three digits.
 * @param {Texts} texts
 * @param {string} number decimal text
 */
export function exact(texts, number) {
  return texts.number(Number(number), 12);
}
