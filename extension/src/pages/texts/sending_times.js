// When a day's locked counts are sent, in words.

/** @typedef {import("./texts.js").Texts} Texts */

/**
 * `day`: the data day whose first contact sends the counts; `at`: the moment of that contact in ms since 1970, null as
 * long as it is not drawn.
 * @typedef {Readonly<{day: string, at: number | null}>} Leaving
 */

/**
 * When the day leaves; null where it is not known, or has left. Nothing is promised while there are too few people.
 * @param {Readonly<{goesOut: string | null, goesOutAt: number | null}> | undefined} day
 * @param {Readonly<{waitsForEpoch: boolean}>} state
 * @returns {Leaving | null}
 */
export function leaving(day, { waitsForEpoch }) {
  return day === undefined || day.goesOut === null || waitsForEpoch ? null : { day: day.goesOut, at: day.goesOutAt };
}

/**
 * The moment, or the day as long as only that is known. A contact that was slept through follows soon: today.
 * @param {Texts} texts
 * @param {Leaving} leaving
 * @param {{today: string, now: number}} clock
 */
export function when(texts, { day, at }, { today, now }) {
  if (at !== null && at > now) return texts.moment(at);
  return texts.day(day > today ? day : today);
}
