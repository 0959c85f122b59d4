// The state of a campaign in one or two sentences.

import { plusDays } from "../../protocol/days.js";
import { UNSTATED } from "../../protocol/limits.js";
import { outside } from "./texts.js";

/** @typedef {import("../../core/views.js").JoinedCampaign} JoinedCampaign */

/**
 * Return the one state that stands for several campaigns: "running" if any of them runs, else "starts-later",
 * "finishing" or "finished", whichever comes first.
 * @param {readonly JoinedCampaign[]} campaigns
 */
export function phaseOf(campaigns) {
  const states = new Set(campaigns.map(({ state }) => state));
  return (
    /** @type {const} */ (["running", "starts-later", "finishing"]).find((state) => states.has(state)) ?? "finished"
  );
}

/** So many days before its last one the Today page says when a campaign ends. */
const LAST_DAYS = 7;

/**
 * Return whether the Today page says where a campaign stands: unless it runs for longer than its last days.
 * @param {JoinedCampaign} campaign
 * @param {string} today
 */
export function isToTell({ state, last }, today) {
  return state !== "running" || last <= plusDays(today, LAST_DAYS);
}

/**
 * Return a campaign's state as a sentence.
 * @param {import("./texts.js").Texts} texts
 * @param {JoinedCampaign} campaign
 */
export function campaignLine(texts, { title, start, state, last, ending }) {
  const values = { campaign: outside(title), day: texts.shortDay(state === "starts-later" ? start : last) };
  if (state === "finishing" && ending === "unlisted") return texts.t("campaign_unlisted", values);
  return texts.t(`campaign_${state.replace("-", "_")}`, values);
}

/**
 * Return a region's name; words for the one of donors who would rather not say theirs.
 * @param {import("./texts.js").Texts} texts
 * @param {string} stratum
 */
export function regionName(texts, stratum) {
  return stratum === UNSTATED ? texts.t("region_unstated") : outside(stratum);
}

/**
 * Return whether any of the campaigns counts this day.
 * @param {readonly JoinedCampaign[]} campaigns
 * @param {string} day
 */
export function isCounted(campaigns, day) {
  return campaigns.some(({ start, last }) => start <= day && day <= last);
}
