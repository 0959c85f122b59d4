// The donor's status as the icon and the status line show it.

import { phaseOf } from "../texts/campaign_texts.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("../../core/views.js").Status} State */

/**
 * The donor's status with what the pages derive from it.
 *
 * - `going`: the campaigns joined and not left; `joined`: whether there is any.
 * - `phase`: the one state that stands for all of them (`phaseOf`).
 * - `waiting`: the number of days that wait for a review.
 * - `newKeywords`: the titles of campaigns with new keywords that wait for a consent.
 * - `next`: the next check-in; null before anything was joined.
 * @typedef {Readonly<{
 *   state: State, joined: boolean, going: readonly import("../../core/views.js").JoinedCampaign[],
 *   phase: ReturnType<typeof phaseOf>, waiting: number, newKeywords: readonly string[], next: number | null,
 * }>} AppStatus
 */

/**
 * Read the donor's status for the pages.
 * @param {Pick<App, "donor">} app
 * @returns {Promise<AppStatus>}
 */
export async function appStatus({ donor }) {
  const state = await donor.status();
  const going = state.campaigns.filter((campaign) => campaign.left === null);
  const joined = going.length > 0;
  const days = joined ? await donor.days.toReview() : [];
  return Object.freeze({
    state,
    joined,
    going,
    phase: phaseOf(going),
    waiting: days.filter((day) => day.state === "waits-for-you").length,
    newKeywords: going.filter((one) => one.waitingEntries > 0).map((one) => one.title),
    next: state.campaigns.length > 0 ? await donor.nextCheckIn() : null,
  });
}

/**
 * Return the state of the icon.
 * @param {AppStatus} now
 * @returns {import("../widgets/ring.js").Ring}
 */
export function ringOf({ state, waiting, newKeywords }) {
  if (state.pausedSince !== null) return "paused";
  const attention = waiting > 0 || newKeywords.length > 0 || state.clockIsWrong || state.lost;
  return attention && !state.companion ? "attention" : "calm";
}

/**
 * Return the status as one line. If several things are to be said, it says the most important one.
 * @param {Pick<App, "texts" | "now">} app
 * @param {AppStatus} now
 * @returns {string}
 */
export function line({ texts, now: clock }, now) {
  const { state, next } = now;
  if (state.companion) return texts.t("status_companion");
  if (state.lost) return texts.t("status_lost");
  if (!now.joined) return texts.t(state.campaigns.length > 0 ? "status_left" : "status_nothing_joined");
  if (now.phase === "finished") return texts.t("status_finished");
  if (state.clockIsWrong) return texts.t("status_clock");
  if (state.pausedUntil !== null) return texts.t("status_paused_until", { time: texts.moment(state.pausedUntil) });
  if (state.pausedSince !== null) return texts.t("status_paused");
  const soon = next === null || next <= clock();
  const time = soon ? "" : texts.moment(/** @type {number} */ (next));
  if (state.failing) return soon ? texts.t("status_failed_soon") : texts.t("status_failed", { time });
  if (now.waiting > 0) return texts.count("status_waiting", now.waiting);
  if (now.newKeywords.length > 0) return texts.t("status_keywords");
  if (now.phase !== "running") return texts.t(`status_${now.phase.replace("-", "_")}`);
  return soon ? texts.t("status_soon") : texts.t("status_next", { time });
}
