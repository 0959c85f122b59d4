// The donor's status as the icon and the status line show it.

import { phaseOf } from "../texts/campaign_texts.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("../../core/views.js").Status} State */

/**
 * `joined`: whether there is a campaign to give to now; `waiting`: how many days wait to be looked through;
 * `going` the campaigns joined and not left, `phase` where they stand, `newKeywords` those that have some; `next` the
 * next contact with the server, null before joining.
 * @typedef {Readonly<{
 *   state: State, joined: boolean, going: readonly import("../../core/views.js").JoinedCampaign[],
 *   phase: ReturnType<typeof phaseOf>, waiting: number, newKeywords: readonly string[], next: number | null,
 * }>} Standing
 */

/**
 * @param {Pick<App, "donor">} app
 * @returns {Promise<Standing>}
 */
export async function standing({ donor }) {
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
 * The state of the sign.
 * @param {Standing} now
 * @returns {import("../widgets/ring.js").Ring}
 */
export function ringOf({ state, waiting, newKeywords }) {
  if (state.pausedSince !== null) return "paused";
  const attention = waiting > 0 || newKeywords.length > 0 || state.clockIsWrong || state.lost;
  return attention && !state.companion ? "attention" : "calm";
}

/**
 * All of it in one line for the person.
 * @param {Pick<App, "texts" | "now">} app
 * @param {Standing} now
 * @returns {string}
 */
export function line({ texts, now: clock }, now) {
  const { state, next } = now;
  if (state.companion) return texts.t("standing_companion");
  if (!now.joined) return texts.t(state.campaigns.length > 0 ? "standing_left" : "standing_nothing_joined");
  if (now.phase === "finished") return texts.t("standing_finished");
  if (state.clockIsWrong) return texts.t("standing_clock");
  if (state.pausedUntil !== null) return texts.t("standing_paused_until", { time: texts.moment(state.pausedUntil) });
  if (state.pausedSince !== null) return texts.t("standing_paused");
  const soon = next === null || next <= clock();
  const time = soon ? "" : texts.moment(/** @type {number} */ (next));
  if (state.failing) return soon ? texts.t("standing_failed_soon") : texts.t("standing_failed", { time });
  if (now.waiting > 0) return texts.count("standing_waiting", now.waiting);
  if (now.newKeywords.length > 0) return texts.t("standing_keywords");
  if (now.phase !== "running") return texts.t(`standing_${now.phase.replace("-", "_")}`);
  return soon ? texts.t("standing_soon") : texts.t("standing_next", { time });
}
