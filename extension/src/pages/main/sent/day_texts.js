// A day's outcome in words.

import { leaving, when } from "../../texts/sending_times.js";

/** @typedef {import("../../texts/texts.js").Texts} Texts */
/** @typedef {import("../../../core/views.js").SentDay} SentDay */
/** @typedef {import("./view_model.js").GivenCampaign} GivenCampaign */

/**
 * Return what became of a day.
 * @param {Texts} texts
 * @param {SentDay} day
 * @param {readonly GivenCampaign[]} given
 * @param {{state: import("../../../core/views.js").Status, asks: boolean, now: number}} known `asks`: whether the
 *   extension fetches published results; if not, it can't say that a sum is still to come
 */
export function becameOf(texts, day, given, { state, asks, now }) {
  const { today, protocol } = state;
  const leaves = leaving(day, state);
  if (day.state === "waiting" && leaves !== null) {
    return texts.t("sent_goes_out", { when: when(texts, leaves, { today, now }) });
  }
  if (day.state !== "sent" || protocol !== "cohort") return texts.t(`sent_${day.state}`);
  return [texts.t("sent_confirmed"), ...ofTheSum(texts, given, asks)].join(" ");
}

/**
 * Return the published total beside a count, or that there is none, or none yet.
 *
 * A total that grows may still be published: where totals have a threshold, small ones are left out.
 * @param {Texts} texts
 * @param {import("./view_model.js").GivenCount} count
 * @param {GivenCampaign} given the campaign that got the count
 */
export function publishedText(texts, { published, half }, { isFinal, missing }) {
  if (published === null) return texts.t(isFinal || missing !== null ? "never_published" : "not_published");
  return texts.t("total_and_interval", { total: published, half: texts.number(half) });
}

/**
 * Return sentences about the sum of a day: published, growing, or still to come. A missing sum gets none here, as each
 * campaign's own part gives the reason.
 * @param {Texts} texts
 * @param {readonly GivenCampaign[]} given
 * @param {boolean} asks
 */
function ofTheSum(texts, given, asks) {
  const published = given.filter(({ isPublished }) => isPublished);
  if (published.length > 0) {
    const grows = published.some(({ isFinal }) => !isFinal);
    return [texts.t("sum_published"), ...(grows ? [texts.t("sum_grows")] : [])];
  }
  return asks && given.some(({ missing }) => missing === null) ? [texts.t("sum_waits")] : [];
}
