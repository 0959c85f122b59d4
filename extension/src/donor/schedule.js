// The time of the next check-in. It is planned after each check-in, kept in the home, and corrected if it was missed
// or if the clock was changed.

import { EVENINGS } from "../core/constants.js";
import { DonorError } from "../core/errors.js";
import * as schedule from "../core/schedule.js";
import { dayOf, plusDays } from "../protocol/days.js";

/** @typedef {import("./installation.js").Installation} Installation */
/** @typedef {import("../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../core/views.js").CheckInReport} CheckInReport */

/** Refusals that the server may not repeat in an hour. A check-in with one of them is repeated like a failed one. */
const TRANSIENT = ["rate-limited", "internal-error"];
/** A day in milliseconds. */
const DAY = 86_400_000;

/**
 * Return when to check in next. A moment in the past means at once. A donor that contacts no server gets a moment in a
 * day, at which the caller asks again.
 * @param {Installation} installation
 * @param {boolean} [started] whether the browser has just been started, so that the next check-in waits
 * @returns {Promise<number>} milliseconds since 1970
 */
export async function nextCheckIn(installation, started = false) {
  const { store, clock, randomBytes } = installation;
  const now = clock();
  const { idle, planned, last, waits, zone } = await store.read(async (home) => ({
    idle: await isIdle(home),
    planned: await home.number("next_check_in"),
    last: await home.number("last_check_in"),
    waits: (await home.fact("waits")) ?? "",
    zone: await installation.zoneOf(home),
  }));
  if (idle) return now + DAY;
  // The days on which waits began: a computer that wakes for seconds each hour must not use the waits up.
  const today = dayOf(now, zone);
  const waited = waits.split(" ").filter((day) => day !== "" && day !== today);
  const moment = schedule.corrected(planned, last, now, zone, waited.length, started, randomBytes);
  // Write only a change: every write is announced, and those who hear it ask again for the next check-in.
  if (moment === planned) return moment;
  await store.write((home) => {
    home.setFact("next_check_in", moment);
    if (schedule.hasBegun(planned, now, started)) home.setFact("waits", [...waited, today].join(" "));
  });
  return moment;
}

/**
 * Return whether this donor contacts no server: it has joined nothing, or the desktop app donates.
 * @param {Home} home
 */
export async function isIdle(home) {
  return (await home.everyConsent()).length === 0 || (await home.fact("companion")) !== null;
}

/**
 * Plan a check-in within minutes, in the caller's transaction, unless an earlier one is planned.
 * @param {Installation} installation
 * @param {Home} home
 */
export async function checkInSoon(installation, home) {
  const [now, planned] = [installation.clock(), await home.number("next_check_in")];
  const soon = schedule.soon(now, installation.randomBytes);
  home.setFact("next_check_in", planned !== null && now <= planned ? Math.min(soon, planned) : soon);
}

/**
 * Do a check-in while no other page or worker does one, and plan the next one by how this one ends.
 *
 * The browser may stop this at any moment. So the check-in counts as failed until it has ended.
 * @param {Installation} installation
 * @param {() => Promise<CheckInReport>} work the check-in
 * @returns {Promise<CheckInReport>}
 * @throws {DonorError} `app-donates` if the desktop app donates; `under-way`; else the errors of the check-in
 */
export async function planning(installation, work) {
  if ((await installation.store.read((home) => home.fact("companion"))) !== null) {
    throw new DonorError("app-donates", "the desktop app donates for you: this extension sends nothing");
  }
  return installation.exclusive(async () => {
    try {
      await begin(installation);
      const done = await work();
      if (done.refused.some(({ reason }) => TRANSIENT.includes(reason))) await afterFailure(installation);
      else await afterSuccess(installation);
      return done;
    } catch (error) {
      // Planning can fail, too, as on a full disk: the caller gets the first error, which says so already.
      await afterFailure(installation).catch(() => {});
      throw error;
    }
  });
}

/**
 * Note that a check-in begins, and plan the next one as if this one failed. A check-in that was stopped before it ended
 * counts as a failure from now on.
 * @param {Installation} installation
 */
function begin({ store, clock, randomBytes }) {
  return store.write(async (home) => {
    const failures = ((await home.number("failures")) ?? 0) + ((await home.fact("contact_begun")) === null ? 0 : 1);
    home.setFact("next_check_in", schedule.afterFailure(clock(), failures + 1, randomBytes));
    if (failures > 0) home.setFact("failures", failures);
    home.setFact("contact_begun", clock());
    home.setFact("waits", null);
  });
}

/**
 * Plan the check-in after one that succeeded: on this evening or the next day.
 * @param {Installation} installation
 */
function afterSuccess(installation) {
  return installation.store.write(async (home) => {
    const [zone, now] = [await installation.zoneOf(home), installation.clock()];
    const since = plusDays(dayOf(now, zone), -EVENINGS);
    const serves = (await home.cohort.lists()).some(({ certified, answered }) => !answered && certified >= since);
    const planned = serves ? schedule.afterService : schedule.afterSuccess;
    home.setFact("next_check_in", planned(now, zone, installation.randomBytes));
    home.setFact("failures", null);
    home.setFact("contact_begun", null);
  });
}

/**
 * Plan the check-in after one that failed.
 * @param {Installation} installation
 */
function afterFailure({ store, clock, randomBytes }) {
  return store.write(async (home) => {
    const failures = ((await home.number("failures")) ?? 0) + 1;
    home.setFact("next_check_in", schedule.afterFailure(clock(), failures, randomBytes));
    home.setFact("failures", failures);
    home.setFact("contact_begun", null);
  });
}
