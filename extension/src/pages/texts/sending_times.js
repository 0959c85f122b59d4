// The time at which an open day's counts will be sent, in words.

/** @typedef {import("./texts.js").Texts} Texts */

/**
 * When a day's counts will be sent. `day`: the data day whose first contact sends them; `at`: the moment of that
 * contact in milliseconds since 1970, null if it is not planned yet.
 * @typedef {Readonly<{day: string, at: number | null}>} Leaving
 */

/**
 * Return when a day's counts will be sent; null if that is not known, or if they were sent. Null also while the home
 * waits for an epoch: with too few people, no day is sent at all.
 * @param {Readonly<{goesOut: string | null, goesOutAt: number | null}> | undefined} day
 * @param {Readonly<{waitsForEpoch: boolean}>} state
 * @returns {Leaving | null}
 */
export function leaving(day, { waitsForEpoch }) {
  return day === undefined || day.goesOut === null || waitsForEpoch ? null : { day: day.goesOut, at: day.goesOutAt };
}

/**
 * Return the moment as text, or the day if only that is known. If the moment has passed, the computer slept through the
 * contact: it follows soon, so the text says today.
 * @param {Texts} texts
 * @param {Leaving} leaving
 * @param {{today: string, now: number}} clock
 */
export function when(texts, { day, at }, { today, now }) {
  if (at !== null && at > now) return texts.moment(at);
  return texts.day(day > today ? day : today);
}
