// Data days: midnight to midnight in the server's collection time zone, 23 or 25 hours when clocks change
// (pdd_shared/protocol/days.py). A day is ISO text, an instant milliseconds since 1970.

const DAY = 86_400_000;

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
 * Return the day so many days later, or earlier if the number is negative.
 * @param {string} day
 * @param {number} days
 */
export function plusDays(day, days) {
  return isoDay(number(day) + days);
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
