// The next check-in. It is planned after each check-in, kept in the home, and corrected if the clock was changed.

import { DonorError } from "../core/errors.js";
import * as schedule from "../core/schedule.js";
import { dayOf, plusDays } from "../protocol/days.js";

/** @typedef {import("./installation.js").Installation} Installation */
/** @typedef {import("../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../core/views.js").CheckInReport} CheckInReport */

/** What a server refuses today and may take in an hour: the check-in was not a full one. */
const TRANSIENT = ["rate-limited", "internal-error"];
const DAY = 86_400_000;
/** Days after that on which a list was certified: its certificate may be there on one of these evenings. */
const EVENINGS = 2;

/**
 * When to check in; in the past: at once. Before anything is joined, and while the desktop app donates, in a day.
 * @param {Installation} installation
 * @returns {Promise<number>}
 */
export async function nextCheckIn(installation) {
  const { store, clock, randomBytes } = installation;
  const now = clock();
  const { idle, planned, last, zone } = await store.read(async (home) => ({
    idle: await isIdle(home),
    planned: await home.number("next_check_in"),
    last: await home.number("last_check_in"),
    zone: await installation.zoneOf(home),
  }));
  if (idle) return now + DAY;
  const moment = schedule.corrected(planned, last, now, zone, randomBytes);
  // Only a change is written, as each one is announced: whoever hears it asks again.
  if (moment !== planned) await store.write((home) => home.setFact("next_check_in", moment));
  return moment;
}

/**
 * Whether this donor contacts no server: nothing is joined, or the desktop app donates.
 * @param {Home} home
 */
export async function isIdle(home) {
  return (await home.everyConsent()).length === 0 || (await home.fact("companion")) !== null;
}

/**
 * Plan a check-in within minutes, unless one comes earlier.
 * @param {Installation} installation
 * @param {Home} home
 */
export async function checkInSoon(installation, home) {
  const [now, planned] = [installation.clock(), await home.number("next_check_in")];
  const soon = schedule.soon(now, installation.randomBytes);
  home.setFact("next_check_in", planned !== null && now <= planned ? Math.min(soon, planned) : soon);
}

/**
 * Do a check-in, and plan the next by how this one ends.
 * @param {Installation} installation
 * @param {() => Promise<CheckInReport>} work
 */
export async function planning(installation, work) {
  if ((await installation.store.read((home) => home.fact("companion"))) !== null) {
    throw new DonorError("app-donates", "the desktop app donates for you: this extension sends nothing");
  }
  try {
    const done = await work();
    if (done.refused.some(({ reason }) => TRANSIENT.includes(reason))) await afterFailure(installation);
    else await afterSuccess(installation);
    return done;
  } catch (error) {
    // Another contact under way is no failure. A full disk: the error that says so is on its way.
    if (!isUnderWay(error)) await afterFailure(installation).catch(() => {});
    throw error;
  }
}

/** @param {unknown} error */
function isUnderWay(error) {
  return error instanceof DonorError && error.code === "under-way";
}

/** @param {Installation} installation */
function afterSuccess(installation) {
  return installation.store.write(async (home) => {
    const [zone, now] = [await installation.zoneOf(home), installation.clock()];
    const since = plusDays(dayOf(now, zone), -EVENINGS);
    const serves = (await home.cohort.lists()).some(({ certified, answered }) => !answered && certified >= since);
    const planned = serves ? schedule.afterService : schedule.afterSuccess;
    home.setFact("next_check_in", planned(now, zone, installation.randomBytes));
    home.setFact("failures", null);
  });
}

/** @param {Installation} installation */
function afterFailure({ store, clock, randomBytes }) {
  return store.write(async (home) => {
    const failures = ((await home.number("failures")) ?? 0) + 1;
    home.setFact("next_check_in", schedule.afterFailure(clock(), failures, randomBytes));
    home.setFact("failures", failures);
  });
}
