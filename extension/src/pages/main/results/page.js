// The Results page: what the campaigns have published. Campaigns that are not joined are folded.

import { byDay } from "../../../core/published_totals.js";
import { missingDays } from "../../texts/reason_texts.js";
import { outside } from "../../texts/texts.js";
import { chart, MOST_LINES } from "../../widgets/chart/chart.js";
import { button, h, p } from "../../widgets/dom.js";
import { fold } from "../../widgets/long_list.js";
import { table } from "../../widgets/table.js";
import { chooser } from "./keyword_chooser.js";
import { openDays, ranking, seriesOf } from "./view_model.js";

/** @typedef {import("../../../core/views.js").CampaignResults} CampaignResults */
/** @typedef {import("../../session/app.js").App} App */
/** @typedef {import("./view_model.js").ByDay} ByDay */

/** Shows published totals, and nothing of the donor's own counts. */
export class ResultsPage {
  /** @type {Map<string, readonly string[]>} the keywords chosen, by campaign */
  #chosen = new Map();
  /** @type {Set<string>} the campaigns that are shown as tables */
  #tables = new Set();

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @returns {Promise<readonly Node[]>} */
  async draw() {
    const { texts, donor } = this.app;
    const found = await donor.campaigns.results();
    await donor.reminders.lookAtResults().catch(() => {}); // on a full disk too, the page can be read
    const server = (await donor.status()).server !== null;
    if (found.length === 0) return this.#empty(server);
    const [joined, others] = [found.filter((one) => one.joined), found.filter((one) => !one.joined)];
    const parts = [p(texts.t("results_who"), "quiet"), ...joined.map((one) => this.#campaign(one))];
    if (others.length > 0) {
      const draw = () => h("div", {}, ...others.map((one) => this.#campaign(one)));
      parts.push(fold("results-others", [texts.count("results_others", others.length)], draw));
    }
    return [...parts, h("p", {}, this.#fetch("fetch_new"))];
  }

  /** @param {boolean} server whether there is one to ask */
  #empty(server) {
    const { texts } = this.app;
    const says = [p(texts.t("no_results"), "large"), p(texts.t("no_results_yet"))];
    return server ? [...says, h("p", {}, this.#fetch("fetch_first"))] : says;
  }

  /** @param {string} label */
  #fetch(label) {
    const { texts, donor } = this.app;
    const telling = { doing: texts.t("doing_fetch"), says: () => texts.t("fetched") };
    return button(texts.t(label), () => this.app.act(() => donor.campaigns.fetchResults(), telling), { id: "fetch" });
  }

  /** @param {CampaignResults} found */
  #campaign(found) {
    const { texts } = this.app;
    const entries = ranking(found);
    const parts = entries.length === 0 ? [p(texts.t("nothing_published"), "quiet")] : this.#totals(found, entries);
    /** @type {Map<string, number>} */
    const reasons = new Map();
    for (const { reason } of found.missing) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    const isWeekly = found.period === "week";
    const lines = [...reasons].map(([reason, times]) => p(missingDays(texts, reason, times, isWeekly), "quiet"));
    return h("section", {}, h("h2", {}, outside(found.title)), ...parts, ...lines);
  }

  /**
   * @param {CampaignResults} found
   * @param {readonly string[]} entries
   */
  #totals(found, entries) {
    const [{ app }, { id, title }] = [this, found];
    const kept = (this.#chosen.get(id) ?? []).filter((entry) => entries.includes(entry));
    const chosen = kept.length > 0 ? kept : entries.slice(0, MOST_LINES);
    const [days, open] = [byDay(found.days), openDays(found)];
    const series = chosen.map((entry) => seriesOf(days, entry));
    const choose = (/** @type {readonly string[]} */ words) => {
      this.#chosen.set(id, words);
      app.refresh();
    };
    const isWeekly = found.period === "week";
    const name = app.texts.t("totals_of", { campaign: outside(title) });
    const shown = this.#tables.has(id)
      ? this.#table(days, series, { title, open, isWeekly })
      : chart(app.texts, name, { series, ceiling: null, gap: isWeekly ? 7 : 1, open }, `results-${id}`);
    const notFinal = isWeekly ? "some_weeks_not_final" : "some_not_final";
    const told = [...(isWeekly ? ["totals_of_weeks"] : []), ...(found.isCapped ? ["totals_capped"] : [])];
    if (open.size > 0) told.push(notFinal);
    const notes = told.map((key) => p(app.texts.t(key), "quiet"));
    return [chooser(app, { id: `results-${id}`, title, entries, chosen }, choose), shown, ...notes, this.#form(id)];
  }

  /** @param {string} id */
  #form(id) {
    const box = h("input", { type: "checkbox", id: `results-${id}-table`, checked: this.#tables.has(id) });
    box.addEventListener("change", () => {
      if (box.checked) this.#tables.add(id);
      else this.#tables.delete(id);
      this.app.refresh();
    });
    return h("p", {}, h("label", {}, box, " ", this.app.texts.t("as_table")));
  }

  /**
   * @param {ByDay} days
   * @param {readonly import("../../widgets/chart/plot.js").Series[]} series
   * @param {{title: string, open: ReadonlySet<string>, isWeekly: boolean}} shown `open` are the days whose totals may
   *   still change
   */
  #table(days, series, { title, open, isWeekly }) {
    const { texts } = this.app;
    const heads = [
      ...[isWeekly ? "week_to" : "day", "people", "searches"].map((key) => texts.t(key)),
      ...series.map((one) => outside(one.name)),
    ];
    const rows = [...days].reverse().map(([day, parts]) => {
      const sum = (/** @type {"donors" | "searches"} */ what) => parts.reduce((all, part) => all + part[what], 0);
      const numbers = series.map((line) => this.#cell(line.points.find((point) => point.day === day)));
      const name = texts.shortDay(day);
      return [
        open.has(day) ? texts.t("not_final", { day: name }) : name,
        texts.number(sum("donors")),
        texts.number(sum("searches")),
        ...numbers,
      ];
    });
    return table(texts.t("totals_of_table", { campaign: outside(title) }), heads, rows);
  }

  /** @param {import("../../widgets/chart/plot.js").Point | undefined} point */
  #cell(point) {
    const { texts } = this.app;
    if (point === undefined) return texts.t("dash");
    return texts.t("plus_minus", { total: point.value, half: texts.number(point.high - point.value) });
  }
}
