// A weekly campaign's rows of each day: what counts of it, what does not, and why.

import { short } from "../../texts/reason_texts.js";
import { outside } from "../../texts/texts.js";
import { h, p } from "../../widgets/dom.js";
import { longList } from "../../widgets/long_list.js";
import { rowOf, searchRow } from "./rows.js";

/** @typedef {import("./view_model.js").CampaignView} CampaignView */
/** @typedef {import("./view_model.js").DayView} DayView */
/** @typedef {import("../../texts/texts.js").Texts} Texts */
/** @typedef {import("../../session/app.js").App} App */

/**
 * Return which days the counts of a weekly campaign are of, and when they go out.
 * @param {Texts} texts
 * @param {CampaignView} part
 * @param {string} shown the day that is shown
 */
export function weekNote(texts, { days, last, repeated }, shown) {
  const [first, end] = [texts.shortDay(days[0].day), texts.shortDay(last)];
  if (repeated) return texts.t("week_again", { first, last: end });
  return texts.t(last === shown ? "week_whole" : "week_so_far", { first, last: end });
}

/**
 * Make the heading and the rows of the days, each with its searches when it is opened.
 * @param {App} app
 * @param {CampaignView} part
 */
export function weekRows(app, part) {
  const heading = h("h3", {}, app.texts.t("day_by_day"));
  return [heading, ...part.days.map((day) => dayRow(app, `row-${part.id}-${day.day}`, day))];
}

/**
 * @param {App} app
 * @param {string} id
 * @param {DayView} day
 */
function dayRow(app, id, day) {
  const { texts } = app;
  const row = { label: texts.dayOfWeek(day.day), count: day.searches, more: dayText(texts, day) };
  // A reason can be longer than the row.
  const told = day.kept ? texts.t("week_day_kept") : day.why !== null && row.more;
  if (told) return rowOf(app, id, row, () => h("div", {}, p(told)));
  const one = (/** @type {DayView["made"][number]} */ { search, why, entries }) =>
    searchRow(app, search, {
      list: id,
      left: why === null || search.why !== null ? undefined : whyNot(texts, why, entries, true),
    });
  const list = () => longList(texts, day.made, one, { class: "searches" });
  return rowOf(app, id, row, day.made.length > 0 && list);
}

/**
 * Return a day's keywords with their counts, or why it gives nothing.
 * @param {Texts} texts
 * @param {DayView} day
 */
function dayText(texts, { why, entries }) {
  if (why !== null) return texts.t("week_day_nothing", { reason: short(texts, why) });
  return entries.map(({ entry, count }) => texts.of(outside(entry), texts.number(count))).join(", ");
}

/**
 * Return why a search does not count, at all or for some keywords.
 * @param {Texts} texts
 * @param {CampaignView["leftOut"][number]["why"]} why
 * @param {readonly string[]} entries
 * @param {boolean} isWeek whether the caps are those of a week
 */
export function whyNot(texts, why, entries, isWeek) {
  if (why === "over-searches" && isWeek) return texts.t("uncounted_over_searches_week");
  const key = why.replaceAll("-", "_");
  if (entries.length === 0) return texts.t(`uncounted_${key}`);
  return texts.t(`partly_${key}`, { keywords: entries.map(outside).join(", ") });
}
