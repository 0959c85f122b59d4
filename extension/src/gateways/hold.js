// The time from a server's last answer to an upload: a whole number of periods, and a little at random.
//
// Between the two a home counts: a donor with many hits would take longer than one who withheld the day. So the home
// waits. It measures from the last answer, not from the check-in's, because a server could delay an answer until a
// period was nearly over, and see which homes needed the next one. What differs still is about a millisecond: timers
// are coarse, and a processor that has just counted sends faster than one that slept. The random part hides that.

/** A period in milliseconds, far more than counting takes (docs/performance.md). */
const HOLD = 3000;

/** @typedef {(since: number) => Promise<void>} Hold */

/**
 * Return a function that waits until a whole number of periods, at least one, and up to a tenth more have passed since a
 * moment of the clock.
 * @param {number} [period] in milliseconds
 * @param {() => number} [now] returns milliseconds of a clock that is never set
 * @param {(milliseconds: number) => Promise<void>} [sleep]
 * @param {() => number} [draw] returns a random number from 0 to below 1
 * @returns {Hold}
 */
export function wholePeriods(period = HOLD, now = () => performance.now(), sleep = timer, draw = random) {
  return (since) => sleep(period - ((now() - since) % period) + (draw() * period) / 10);
}

/**
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
const timer = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const random = () => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
