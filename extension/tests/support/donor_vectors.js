// What the cases of the donor's vectors are made of, as the extension has it: moments, ledgers, messages
// (tests/support/reference/donor/inputs.py).

import { blockedEntry, parseHours } from "../../src/core/donation/exclusions.js";
import { findSearches } from "../../src/core/searches.js";
import { parseVocabulary } from "../../src/counting/vocabulary.js";
import { plusDays } from "../../src/protocol/days.js";
import { fromHex } from "../../src/protocol/encoding.js";
import { parseCampaign, parseServerInfo } from "../../src/protocol/messages.js";

/**
 * Return the moment that ISO text names, in milliseconds, with microseconds.
 * @param {string} text such as "2026-11-20T12:00:00.000001Z"
 */
export function instant(text) {
  const [, seconds, micros] = /** @type {RegExpMatchArray} */ (text.match(/^([^.]*?)(?:\.(\d{6}))?Z$/u));
  return Date.parse(`${seconds}Z`) + Number(micros ?? 0) / 1000;
}

/** @param {string | null} text */
export function instantOrNull(text) {
  return text === null ? null : instant(text);
}

/**
 * Return a moment as the vectors write it, in UTC with microseconds.
 * @param {number} moment in milliseconds
 */
export function asInstant(moment) {
  const micros = Math.round(moment * 1000);
  const second = Math.floor(micros / 1_000_000);
  const rest = String(micros - second * 1_000_000).padStart(6, "0");
  return new Date(second * 1000).toISOString().replace(/\.000Z$/u, `.${rest}Z`);
}

/**
 * Return a charge as the vectors tell it.
 * @param {any} row
 * @returns {import("../../src/privacy/accounting/charges.js").DayCharge}
 */
export function chargeIn(row) {
  return changed(row, ({ hits, per_number, numbers }) => ({ hits, perNumber: per_number, numbers }));
}

/**
 * Return a charge as the vectors write it.
 * @param {any} charge
 */
export function asCharge(charge) {
  return changed(charge, ({ hits, perNumber, numbers }) => ({ hits, per_number: perNumber, numbers }));
}

/**
 * Return a charge with its parts' caps written in another way.
 * @param {any} charge
 * @param {(caps: any) => object} written
 */
function changed(charge, written) {
  if (charge.law !== undefined) return charge;
  const { cap, ...kinds } = charge;
  const parts = Object.entries(kinds).map(([kind, part]) => [kind, { ...part, caps: written(part.caps) }]);
  return { ...Object.fromEntries(parts), ...(cap && { cap }) };
}

/**
 * Return a case's ledger.
 * @param {any} told `given` has runs of days with one charge each, `hits_elsewhere` those of other programs, and
 *   `hits_unknown` the day on which nobody could say which were used
 */
export function ledgerOf({ given, ceiling, hits_elsewhere: used = {}, hits_unknown: unknown = null }) {
  const days = given.flatMap((/** @type {any} */ { first, days, charge, ...rest }) =>
    Array.from({ length: days }, (_, at) => ({ ...rest, day: plusDays(first, at), charge: chargeIn(charge) })),
  );
  return { given: days, ceiling, hitsElsewhere: { used, unknown } };
}

/**
 * Return the base campaign with these fields replaced.
 * @param {any} base the messages of one protocol
 * @param {object} changes
 */
export function campaignOf(base, changes) {
  return parseCampaign(JSON.stringify({ ...base.campaign, ...changes }));
}

/**
 * Return the base server's description with these fields replaced.
 * @param {any} base the messages of one protocol
 * @param {object} changes
 */
export function infoOf(base, changes) {
  return parseServerInfo(JSON.stringify({ ...base.info, ...changes }));
}

/**
 * Return a consent.
 * @param {any} base the messages of one protocol
 * @param {any} told
 * @returns {import("../../src/core/donation/consent.js").Consent}
 */
export function consentOf(base, { campaign, time, stratum }) {
  const text = campaignOf(base, campaign);
  return { signed: { payload: "", signature: "" }, campaign: text, language: "en", time: instant(time), stratum };
}

/**
 * Return a case's consents and newest campaigns, by campaign.
 * @param {any} base the messages of one protocol
 * @param {any} told
 */
export function agreedOf(base, { consents, newest }) {
  const agreed = Object.entries(consents).map(
    ([name, rows]) => /** @type {const} */ ([name, rows.map((/** @type {any} */ row) => consentOf(base, row))]),
  );
  const texts = Object.entries(newest).map(
    ([name, changes]) => /** @type {const} */ ([name, campaignOf(base, changes)]),
  );
  return { consents: new Map(agreed), newest: new Map(texts) };
}

/**
 * Return the searches among visits.
 * @param {readonly {url: string, time: string, reload?: boolean}[]} visits
 * @param {string} zone
 * @param {string} secret in hex
 */
export function searchesOf(visits, zone, secret) {
  const found = visits.map(({ url, time, reload = false }) => ({ url, time: instant(time), reload }));
  return findSearches(found, zone, fromHex(secret));
}

/**
 * Return what a donor keeps out.
 * @param {any} told `blocked` has words as typed
 */
export function exclusionsOf({ blocked = [], removed = [], pauses = [], sites = [], hours = "", clock = "UTC" }) {
  const parsed = parseHours(hours);
  return {
    blocked: parseVocabulary(blocked.map((/** @type {string} */ text) => blockedEntry(text).label)),
    removed: removed.map((/** @type {any} */ { mark, time, day }) => ({ mark, time: instant(time), day })),
    pauses: pauses.map((/** @type {any} */ { start, end }) => ({ start: instant(start), end: instantOrNull(end) })),
    sites,
    hours: parsed && { ...parsed, zone: clock },
  };
}
