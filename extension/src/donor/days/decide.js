// Keeps a donor's decision about a day: to send the counts that were reviewed, or to send zeros.

import { DonorError } from "../../core/errors.js";
import { lastDay } from "../../protocol/days.js";
import { membershipOf } from "../installation.js";
import { checkInSoon } from "../schedule.js";
import { calendarOf } from "./calendar.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../../core/views.js").Review} Review */

/**
 * Keep that the counts of a review may be sent, and no larger ones. Under `plain`, a past day makes the next check-in
 * come within minutes.
 *
 * Under `cohort` no check-in comes sooner: its time would tell the server that the donor approved.
 * @param {Installation} installation
 * @param {Review} review
 * @param {string} today
 * @throws {DonorError} if nothing can be decided about the day (`checkOpen`)
 */
export async function approve(installation, review, today) {
  const { day, time } = review;
  const given = decidedParts(review).filter(({ why }) => why === null);
  const seen = given.map(({ id, searches, entries }) => [id, { searches, counts: countsOf(entries) }]);
  const decision = { day, approved: true, time: time ?? installation.clock(), seen: Object.fromEntries(seen) };
  await installation.store.write(async (home) => {
    await checkOpen(home, day, today);
    home.days.decide(decision);
    const { info } = await membershipOf(home);
    if (day < today && info.protocol !== "cohort") await checkInSoon(installation, home);
  });
}

/**
 * Keep that zeros are to be sent for a day. It stays out of its week, too, so what is kept of it for the week is deleted.
 * @param {Installation} installation
 * @param {string} day
 * @param {string} today
 * @throws {DonorError} if nothing can be decided about the day (`checkOpen`)
 */
export async function withhold(installation, day, today) {
  await installation.store.write(async (home) => {
    await checkOpen(home, day, today);
    home.days.decide({ day, approved: false, time: installation.clock(), seen: {} });
    await home.days.forgetKept((kept) => kept.day === day);
  });
}

/**
 * Forget the decision about a day. One that was withheld is kept for its week again when the history is read next.
 * @param {Installation} installation
 * @param {string} day
 * @param {string} today
 * @throws {DonorError} if nothing can be decided about the day (`checkOpen`)
 */
export async function reconsider(installation, day, today) {
  await installation.store.write(async (home) => {
    await checkOpen(home, day, today);
    home.days.undecide(day);
  });
}

/**
 * Return the parts of a review that a decision about its day is about.
 * @param {Pick<Review, "day" | "campaigns">} review
 * @returns {readonly import("../../core/views.js").ReviewedCampaign[]}
 */
export function decidedParts({ day, campaigns }) {
  return campaigns.filter(({ period, repeats }) => repeats !== null || lastDay(period, day) === day);
}

/**
 * Return the count of each entry, by entry.
 * @param {readonly import("../../core/views.js").ReviewedEntry[]} entries
 */
function countsOf(entries) {
  return Object.fromEntries(entries.map(({ text, count }) => [text, count]));
}

/**
 * Check that the counts of a day are not locked yet.
 * @param {Home} home
 * @param {string} day
 * @throws {DonorError} `day-locked`
 */
export async function checkUnlocked(home, day) {
  if ((await home.days.blinded(day)) !== null) {
    throw new DonorError("day-locked", `the counts of ${day} are locked already: see what was sent`, { day });
  }
}

/**
 * Check that the donor can decide about a day now.
 * @param {Home} home
 * @param {string} day
 * @param {string} today
 * @throws {DonorError} `day-to-come`, `day-locked`, `day-not-counted` or `day-over`
 */
async function checkOpen(home, day, today) {
  const calendar = await calendarOf(home, today);
  if (day > today) {
    throw new DonorError("day-to-come", `${day} is still to come: decide about it when it has begun`, { day });
  }
  await checkUnlocked(home, day);
  if (!calendar.isCounted(day)) {
    throw new DonorError("day-not-counted", `no campaign that you have joined counts ${day}`, { day });
  }
  if (!calendar.canBeSent(day)) {
    const line = `nothing can be sent of ${day} any more: its time is over, or this browser was not there on that day`;
    throw new DonorError("day-over", line, { day });
  }
}
