// Data days, and weeks of them (pdd_shared/protocol/days.py). A day is from midnight to midnight in the server's
// collection time zone, 23 or 25 hours when clocks change. It is ISO text; an instant is milliseconds since 1970.

import { FIRST_REPEAT, LAST_REPEAT } from "./limits.js";

const DAY = 86_400_000;
const DAYS = Object.freeze({ day: 1, week: 7 });

/**
 * The time for which a campaign's caps and noise hold. A week is one of ISO 8601, Monday to Sunday.
 * @typedef {"day" | "week"} Period
 */

/** @type {Map<string, Intl.DateTimeFormat>} */
const clocks = new Map();

/**
 * Return the data day on which an instant falls.
 * @param {number} instant
 * @param {string} zone IANA name; RangeError if no zone has this name
 */
export function dayOf(instant, zone) {
  return isoDay(Math.floor((instant + offset(instant, zone)) / DAY));
}

/**
 * Return the first instant of a data day, and that of the next day, which no longer belongs to it.
 * @param {string} day
 * @param {string} zone
 * @returns {readonly [number, number]}
 */
export function dayBounds(day, zone) {
  return [midnight(number(day), zone), midnight(number(day) + 1, zone)];
}

/**
 * Return the minute of the day, from 0, that the clocks of a zone show at an instant.
 * @param {number} instant
 * @param {string} [zone] IANA name; this computer's zone by default
 */
export function minuteOfDay(instant, zone) {
  const local = new Date(instant);
  if (zone === undefined) return 60 * local.getHours() + local.getMinutes();
  return Math.floor((((instant + offset(instant, zone)) % DAY) + DAY) / 60_000) % 1440;
}

/**
 * Return the day so many days later, or earlier if the number is negative.
 * @param {string} day
 * @param {number} days
 */
export function plusDays(day, days) {
  return isoDay(number(day) + days);
}

/**
 * Return the last day of the period that holds a day. The plan of this data day has the period's numbers.
 * @param {Period} period
 * @param {string} day
 */
export function lastDay(period, day) {
  const afterSunday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return period === "day" ? day : plusDays(day, (7 - afterSunday) % 7);
}

/**
 * Return the days of the period that ends on `last`, the oldest first. RangeError if no such period ends on this day.
 * @param {Period} period
 * @param {string} last
 */
export function daysOf(period, last) {
  const end = lastDay(period, last);
  if (end !== last) throw new RangeError(`no ${period} ends on ${last}; this one ends on ${end}`);
  return Array.from({ length: DAYS[period] }, (_, at) => plusDays(last, at + 1 - DAYS[period]));
}

/**
 * Return whether the plan of a day may ask once more for the week that ended on `week`. A Sunday's plan never does: it
 * has the campaign's newest week, and a plan has one part for a campaign.
 * @param {string} week
 * @param {string} day
 */
export function mayRepeat(week, day) {
  const isInTime = plusDays(week, FIRST_REPEAT) <= day && day <= plusDays(week, LAST_REPEAT);
  return lastDay("week", week) === week && lastDay("week", day) !== day && isInTime;
}

/**
 * Return the first instant with this date; some zones have no 00:00 when clocks spring forward, others have it twice.
 * @param {number} days since 1970
 * @param {string} zone
 */
function midnight(days, zone) {
  const local = days * DAY;
  // Offsets before and after any change of clocks near this midnight; of two midnights the earlier one is the first.
  const offsets = [offset(local - DAY, zone), offset(local + DAY, zone)];
  const instants = offsets.map((found) => local - found);
  const exact = instants.filter((instant) => instant + offset(instant, zone) === local);
  // A skipped midnight is read with the offset before the jump (PEP 495, fold 0), which gives the instant of the jump.
  return exact.length > 0 ? Math.min(...exact) : instants[0];
}

/**
 * Return how far the zone's clocks are ahead of UTC at this instant, in milliseconds.
 * @param {number} instant
 * @param {string} zone
 */
function offset(instant, zone) {
  const parts = Object.fromEntries(
    clock(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = parts;
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  return local - Math.floor(instant / 1000) * 1000;
}

/** @param {string} zone */
function clock(zone) {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-u-ca-iso8601", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  clocks.set(zone, made);
  return made;
}

/** @param {string} day */
function number(day) {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY);
}

/** @param {number} days */
function isoDay(days) {
  return new Date(days * DAY).toISOString().slice(0, 10);
}
