// What a donor gave to a campaign that is over, and what was published of it.
//
// It reads this home alone. What the donor gave from another home is not in it.
//
// The twin of client/pdd_client/core/contribution.py; tests/vectors/pages/contributions.json holds both to one answer.

/** How many of the donor's keywords are named. */
const TOP = 3;

/** @typedef {import("./views.js").Given} Given */
/** @typedef {import("./views.js").PublishedDay} PublishedDay */

/**
 * What was given to one campaign, and what came of it. A period is a day, or a week.
 *
 * - `periods`: how many periods were given; `searches`: how many searches counted in them.
 * - `hits`: how often one of these counted for a keyword.
 * - `top`: at most TOP keywords with the largest counts, the largest first.
 * - `published`: of how many periods totals are published.
 * - `donors`: about how many donors' counts are in the totals of a typical period; null if their noise hides it.
 * @typedef {Readonly<{
 *   periods: number, searches: number, hits: number, top: readonly (readonly [string, number])[], published: number,
 *   donors: number | null,
 * }>} Contribution
 */

/**
 * Return what was given to a campaign and what was published of it.
 * @param {readonly (readonly [string, Pick<Given, "searches" | "counts" | "repeats">])[]} given the counts that the
 *   server confirmed, the oldest first, each with the day on which they were asked for. Days that got zeros instead of
 *   counts are not among them.
 * @param {readonly Pick<PublishedDay, "day" | "donors" | "halfWidth">[]} published
 * @returns {Contribution}
 */
export function contribution(given, published) {
  // A lost week that was given once more counts once: as it was given last.
  const periods = new Map(given.map(([day, one]) => [one.repeats ?? day, one]));
  /** @type {Map<string, number>} */
  const counts = new Map();
  let [searches, hits] = [0, 0];
  for (const one of periods.values()) {
    searches += one.searches;
    for (const [label, count] of Object.entries(one.counts)) {
      hits += count;
      counts.set(label, count + (counts.get(label) ?? 0));
    }
  }
  const top = [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1)).slice(0, TOP);
  /** @type {Map<string, readonly [number, number]>} */
  const donors = new Map();
  for (const { day, donors: many, halfWidth } of published) {
    const [before, half] = donors.get(day) ?? [0, 0];
    donors.set(day, [before + many, half + halfWidth]);
  }
  return { periods: periods.size, searches, hits, top, published: donors.size, donors: typical([...donors.values()]) };
}

/**
 * Return the median to two digits; null if it is not larger than half its interval, or of one donor alone.
 * @param {(readonly [number, number])[]} donors of each period, with half the interval
 */
function typical(donors) {
  donors.sort(([some, half], [others, other]) => some - others || half - other);
  const [many, half] = donors[(donors.length - 1) >> 1] ?? [0, 0];
  const step = 10 ** Math.max(0, `${many}`.length - 2);
  return many > Math.max(1, half) ? Math.round(many / step) * step : null;
}
