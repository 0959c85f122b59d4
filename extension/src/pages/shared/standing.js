// How things stand: what the ring and the status line go by.

/** @typedef {import("./app.js").App} App */
/** @typedef {import("../../donor/views.js").State} State */

/**
 * `joined`: whether there is a campaign to give to now; `waiting`: how many days wait to be looked through;
 * `newKeywords`: the campaigns joined that have some; `next` the next contact with the server, null before joining.
 * @typedef {Readonly<{
 *   state: State, joined: boolean, waiting: number, newKeywords: readonly string[], next: number | null,
 * }>} Standing
 */

/**
 * @param {App} app
 * @returns {Promise<Standing>}
 */
export async function standing({ donor }) {
  const state = await donor.state();
  const joined = state.campaigns.some((campaign) => campaign.left === null);
  const days = joined ? await donor.daysToReview() : [];
  return Object.freeze({
    state,
    joined,
    waiting: days.filter((day) => day.state === "waits-for-you").length,
    newKeywords: state.campaigns.filter((one) => one.left === null && one.waitingEntries > 0).map((one) => one.title),
    next: joined ? await donor.nextCheckIn() : null,
  });
}

/**
 * The state of the sign.
 * @param {Standing} now
 * @returns {import("./ring.js").Ring}
 */
export function ringOf({ state, waiting, newKeywords }) {
  if (state.pausedSince !== null) return "paused";
  const attention = waiting > 0 || newKeywords.length > 0 || state.clockIsWrong || state.lost;
  return attention && !state.companion ? "attention" : "calm";
}

/**
 * All of it in one line for the person.
 * @param {App} app
 * @param {Standing} now
 * @returns {string}
 */
export function line({ texts, offline, now: clock }, now) {
  const { state, next } = now;
  if (state.companion) return texts.t("standing_companion");
  if (!now.joined) return texts.t("standing_nothing_joined");
  if (state.clockIsWrong) return texts.t("standing_clock");
  if (state.pausedUntil !== null) return texts.t("standing_paused_until", { time: texts.moment(state.pausedUntil) });
  if (state.pausedSince !== null) return texts.t("standing_paused");
  const soon = next === null || next <= clock();
  const time = soon ? "" : texts.moment(/** @type {number} */ (next));
  if (offline) return soon ? texts.t("standing_offline_soon") : texts.t("standing_offline", { time });
  if (now.waiting > 0) return texts.count("standing_waiting", now.waiting);
  if (now.newKeywords.length > 0) return texts.t("standing_keywords");
  return soon ? texts.t("standing_soon") : texts.t("standing_well", { time });
}
