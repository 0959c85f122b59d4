// The state of a campaign in one or two sentences.

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
