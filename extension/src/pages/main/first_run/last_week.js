// The last week on the step of a consent: the person's own counts beside the totals of all donors.

import { publishedWeek, WEEK } from "../../../core/published_totals.js";
import { outside } from "../../texts/texts.js";
import { h, p, redraw } from "../../widgets/dom.js";
import { table } from "../../widgets/table.js";

/** @typedef {import("../../texts/texts.js").Texts} Texts */
/** @typedef {import("../../../core/published_totals.js").PublishedWeek} PublishedWeek */
/** @typedef {import("../../../core/views.js").CampaignResults} CampaignResults */
/** @typedef {ReadonlyMap<string, number> | null} Counts the person's counts, by label; null if there is no history */

/** The table shows at most this many keywords. */
const ROWS = 3;

/** Shows what a campaign would have counted of the last 7 days. */
export class LastWeek {
  /** @param {Texts} texts */
  constructor(texts) {
    this.texts = texts;
    this.node = h("div", { class: "last-week" });
  }

  /**
   * @param {Counts} own
   * @param {CampaignResults | undefined} found what the campaign has published
   */
  show(own, found) {
    const { texts } = this;
    const week = found === undefined ? null : publishedWeek(found);
    const rows = weekRows(own, week);
    const heads = [texts.t("week_title"), texts.t("week_you"), ...(week === null ? [] : [publishedHead(texts, week)])];
    const cells = rows.map(({ label, count, total }) => {
      const everyone = total === undefined ? texts.t("dash") : plusMinus(texts, total);
      const mine = count === null ? texts.t("dash") : texts.number(count);
      return [outside(label), mine, ...(week === null ? [] : [everyone])];
    });
    const shown = rows.length === 0 ? [] : [table(heads[0], heads, cells)];
    redraw(this.node, ...shown, p(texts.t(privately(own))));
  }
}

/** @param {Counts} own */
function privately(own) {
  if (own === null) return "week_unread";
  return [...own.values()].some((count) => count > 0) ? "week_private" : "week_none";
}

/**
 * Return the keywords that the person searched most. If there is none, return those that all donors searched most.
 * @param {Counts} own
 * @param {PublishedWeek | null} week
 */
export function weekRows(own, week) {
  const labels = new Set([...(own?.keys() ?? []), ...(week?.totals.keys() ?? [])]);
  const rows = [...labels].map((label) => {
    return { label, count: own === null ? null : (own.get(label) ?? 0), total: week?.totals.get(label) };
  });
  rows.sort((a, b) => (b.count ?? 0) - (a.count ?? 0) || (b.total?.value ?? 0) - (a.total?.value ?? 0));
  const isOwn = rows.some(({ count }) => count);
  return rows.filter(({ count, total }) => (isOwn ? count : total !== undefined)).slice(0, ROWS);
}

/**
 * @param {Texts} texts
 * @param {PublishedWeek} week
 */
function publishedHead(texts, { days }) {
  return days === null || days === WEEK ? texts.t("week_all") : texts.count("week_all", days);
}

/**
 * @param {Texts} texts
 * @param {import("../../../core/published_totals.js").Total} total
 */
function plusMinus(texts, { value, halfWidth }) {
  return texts.t("plus_minus", { total: texts.number(value), half: texts.number(halfWidth) });
}
