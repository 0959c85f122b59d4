// The Today page's sentences about a day: its state, what will be sent, and what keeps counts from being sent.

import { lastDay } from "../../../protocol/days.js";
import { when } from "../../texts/sending_times.js";

/** @typedef {import("./view_model.js").TodayView} TodayView */
/** @typedef {import("../../texts/texts.js").Texts} Texts */
/** @typedef {{today: string, now: number}} Clock the data day, and the moment in ms since 1970 */

const QUIET_MS = 2 * 86_400_000;

/**
 * Return a day's name and state.
 * @param {Texts} texts
 * @param {string} day
 * @param {string} state
 */
export function named(texts, day, state) {
  return texts.t(`day_${state.replaceAll("-", "_")}`, { day: texts.day(day) });
}

/**
 * Return how many searches there are, and how many match a keyword.
 * @param {Texts} texts
 * @param {TodayView} day
 */
export function found(texts, day) {
  if (day.made === 0) return texts.t("found_none");
  const count = texts.count("found", day.made);
  if (day.review === null || day.locked || day.state === "no-campaign") return count;
  return texts.t("found_and_matching", { found: count, matching: texts.count("matching", day.matching) });
}

/**
 * Return who can see what is shown.
 * @param {Texts} texts
 * @param {TodayView} day
 */
export function seen(texts, { locked, state }) {
  if (locked) return texts.t("seen_locked");
  return texts.t(state === "no-campaign" ? "seen_stays_here" : "seen_by_nobody");
}

/**
 * Return how many numbers are sent, or were sent, as one sentence.
 * @param {Texts} texts
 * @param {TodayView} day
 */
export function leaves(texts, day) {
  const people = texts.count("others", day.others);
  return texts.count(day.locked ? "left" : "leaves", day.numbers, { people });
}

/**
 * Return what happens to the day if the donor does nothing more, and until when the donor can change that.
 * @param {Texts} texts
 * @param {TodayView} day
 * @param {Clock} clock
 */
export function decision(texts, day, clock) {
  if (day.state === "in-week") return texts.t("decision_in_week", { day: texts.day(lastDay("week", day.day)) });
  if (day.goesOut !== null) return texts.t(goingOut(day), { when: when(texts, day.goesOut, clock) });
  if (day.state === "counting") return texts.t(day.sending === "by-itself" ? "decision_itself" : "decision_goes_on");
  const until = day.until === null ? "" : texts.day(day.until);
  return texts.t(`decision_${day.state.replaceAll("-", "_")}`, { day: until });
}

/**
 * Return the name of the text for a day whose time of sending is known.
 * @param {TodayView} day
 */
function goingOut({ state, sending }) {
  if (state === "approved") return "decision_goes_out_approved";
  if (state === "nothing") return "decision_goes_out_nothing";
  if (state === "waits-for-you") return "decision_goes_out_waits";
  return sending === "by-itself" ? "decision_goes_out_itself" : "decision_goes_out_today";
}

/**
 * Return why the day is not sent as soon as the donor has decided; null if no decision is waited for.
 * @param {Texts} texts
 * @param {TodayView} day
 */
export function whyNotAtOnce(texts, { goesOut, sending, state }) {
  return goesOut === null || state === "in-week" || sending === "by-itself" ? null : texts.t("goes_out_why");
}

/**
 * Return the message after the donor has approved the day.
 * @param {Texts} texts
 * @param {TodayView} day
 * @param {Clock} clock
 */
export function approved(texts, { goesOut }, clock) {
  return goesOut === null
    ? texts.t("approved_done")
    : texts.t("approved_goes_out", { when: when(texts, goesOut, clock) });
}

/**
 * Return what keeps counts from being sent, and what to do about it.
 * @param {Texts} texts
 * @param {TodayView} day
 * @param {import("../../session/app_status.js").AppStatus} now
 * @param {number} now
 * @returns {readonly string[]}
 */
export function warnings(texts, day, { state, joined }, now) {
  const found = [];
  if (state.pausedUntil !== null)
    found.push(texts.t("warning_paused_until", { time: texts.moment(state.pausedUntil) }));
  else if (state.pausedSince !== null) found.push(texts.t("warning_paused"));
  if (day.unreadable) {
    const isGiven = day.campaigns.some(({ why }) => why === null);
    found.push(texts.t(isGiven ? "warning_kept_history" : "warning_no_history"));
  }
  if (day.campaigns.some((part) => part.why === "over-ceiling" || part.why === "over-budget")) {
    found.push(texts.t("warning_limit"));
  }
  if (joined && state.lastCheckIn !== null && now - state.lastCheckIn > QUIET_MS) {
    found.push(texts.t("warning_quiet", { day: texts.moment(state.lastCheckIn) }));
  }
  return found;
}
