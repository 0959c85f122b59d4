// Reads a server's results document. Fields that this version does not know are ignored.

import { day, InvalidMessage, integer, list, map, matching, nullable, truth } from "../../protocol/fields.js";

/** @typedef {import("../../core/views.js").PublishedDay} PublishedDay */
/** @typedef {import("../../core/views.js").MissingDay} MissingDay */
/** @typedef {Readonly<{campaign: string, days: readonly PublishedDay[], missing: readonly MissingDay[]}>} Published */

const identifier = matching(/^[a-z0-9][a-z0-9-]{0,63}$/u);
const line = matching(/^[^\p{Cc}\u2028\u2029]{1,500}$/u);
const total = integer();
const totals = map(/^[^\p{Cc}\u2028\u2029]{1,500}$/u, total);

/**
 * Read a results document; null if it is not one. Its days come the oldest first, and within a day by stratum.
 * @param {string} text JSON
 * @returns {Published | null}
 */
export function readPublished(text) {
  try {
    const { campaign, days, missing } = fields(JSON.parse(text));
    return Object.freeze({
      campaign: identifier(campaign, "campaign"),
      days: list(published)(days, "days").slice().sort(byDay),
      missing: list(missed)(missing, "missing").slice().sort(byDay),
    });
  } catch (error) {
    if (!(error instanceof InvalidMessage || error instanceof SyntaxError)) throw error;
    return null;
  }
}

/** @type {import("../../protocol/fields.js").Reader<PublishedDay>} */
function published(value, at) {
  const given = fields(value);
  const noise = fields(given.noise);
  return Object.freeze({
    day: day(given.day, at),
    stratum: nullable(identifier)(given.stratum, at),
    donors: total(given.donors, at),
    searches: total(given.searches, at),
    halfWidth: halfWidth(noise.half_width_95),
    halfWidthTogether: nullable(halfWidth)(noise.half_width_95_together ?? null, at),
    totals: totals(given.totals, at),
    // A day without this field is final: only under `cohort` can more sums be added to a day.
    final: given.final === undefined || truth(given.final, at),
  });
}

/** @type {import("../../protocol/fields.js").Reader<MissingDay>} */
function missed(value, at) {
  const given = fields(value);
  return Object.freeze({ day: day(given.day, at), reason: line(given.reason, at) });
}

/**
 * Return the fields of an object. Unlike the readers of protocol/fields.js, this accepts unknown ones.
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
function fields(value) {
  if (typeof value !== "object" || value === null) throw new InvalidMessage("an object was expected");
  return /** @type {Record<string, unknown>} */ (value);
}

/**
 * Return half the width of a 95% interval, which need not be a whole number.
 * @param {unknown} value
 */
function halfWidth(value) {
  if (typeof value !== "number" || !(value >= 0 && value <= 2 ** 53)) throw new InvalidMessage("no half width");
  return value;
}

/**
 * @param {{day: string, stratum?: string | null}} a
 * @param {{day: string, stratum?: string | null}} b
 */
function byDay(a, b) {
  const [one, other] = [a, b].map((each) => `${each.day} ${each.stratum ?? ""}`);
  return one < other ? -1 : Number(one > other);
}
