// The Sent page: a calendar of sent days, one day's details, the log, the privacy account, the export.

import { periodOf } from "../../../protocol/terms.js";
import { full, missing } from "../../texts/reason_texts.js";
import { outside } from "../../texts/texts.js";
import { h, p } from "../../widgets/dom.js";
import { exportButton } from "../../widgets/export_button.js";
import { table } from "../../widgets/table.js";
import { calendar } from "./calendar.js";
import { becameOf, publishedText } from "./day_texts.js";
import { logParts } from "./log.js";
import { accountParts } from "./privacy_account.js";
import { givenOn } from "./view_model.js";

/** @typedef {import("../../../core/views.js").SentDay} SentDay */
/** @typedef {import("../../../core/views.js").Status} State */
/** @typedef {import("../../session/app.js").App} App */

/** Shows every day since joining with the counts before blinding, the privacy account, and the log. */
export class SentPage {
  #chosen = "";

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @returns {Promise<readonly Node[]>} */
  async draw() {
    const { texts, donor } = this.app;
    const [state, days] = [await donor.status(), await donor.days.sent()];
    const titles = new Map(state.campaigns.map((one) => [one.id, one.title]));
    const parts = days.length === 0 ? this.#empty() : await this.#days(days, titles, state);
    const account = accountParts(this.app, await donor.account.ledger(), titles, state.today);
    return [
      ...parts,
      h("section", { "aria-labelledby": "account" }, h("h2", { id: "account" }, texts.t("account")), ...account),
      h("section", { "aria-labelledby": "log" }, h("h2", { id: "log" }, texts.t("log")), ...(await logParts(this.app))),
      h("p", {}, exportButton(this.app, "export-sent")),
    ];
  }

  #empty() {
    const { texts } = this.app;
    return [p(texts.t("nothing_sent"), "large"), p(texts.t("nothing_sent_yet"))];
  }

  /**
   * @param {readonly SentDay[]} days
   * @param {ReadonlyMap<string, string>} titles
   * @param {State} state
   */
  async #days(days, titles, state) {
    const { texts } = this.app;
    const { today } = state;
    const states = new Map(days.map((one) => [one.day, one.state]));
    const first = days[0].day;
    if (this.#chosen < first || this.#chosen > today) this.#chosen = newest(days) ?? today;
    const choose = (/** @type {string} */ day) => {
      this.#chosen = day;
      this.app.refresh().then(() => document.getElementById(`day-${day}`)?.focus());
    };
    const shown = { states, chosen: this.#chosen, first, last: today };
    const day = days.find((one) => one.day === this.#chosen);
    const details = h("div", { class: "opened", "aria-live": "polite" }, h("h2", {}, texts.day(this.#chosen)));
    details.append(...(day ? await this.#opened(day, titles, state) : [p(texts.t("sent_unknown"))]));
    return [p(texts.t("sent_seen"), "quiet"), h("div", { class: "beside" }, calendar(texts, shown, choose), details)];
  }

  /**
   * @param {SentDay} day
   * @param {ReadonlyMap<string, string>} titles
   * @param {State} state
   */
  async #opened(day, titles, state) {
    const { texts, donor, now } = this.app;
    const why = new Set(day.refusals.map((line) => full(texts, line.reason ?? "")));
    const [given, asks] = [
      givenOn(day, titles, await donor.campaigns.results(), await weekly(donor)),
      (await donor.settings.preferences()).results,
    ];
    const became = becameOf(texts, day, given, { state, asks, now: now() });
    const parts = [p(became), ...[...why].map((text) => p(text, "amber"))];
    for (const campaign of given) {
      const { title, counts, week, missing: reason } = campaign;
      const heads = ["keyword", "you", "everybody"].map((key) => texts.t(key));
      const rows = counts.map((one) => [
        one.label === null ? texts.t("all_searches") : outside(one.label),
        texts.number(one.count),
        publishedText(texts, one, campaign),
      ]);
      const [first, last] = [week[0], week[week.length - 1]].map((one) => texts.shortDay(one ?? day.day));
      const ofWeek = week.length > 0 && p(texts.t("sent_week", { first, last }), "quiet");
      parts.push(
        h("h3", {}, outside(title)),
        ...(ofWeek ? [ofWeek] : []),
        table(texts.t("given_to", { campaign: outside(title) }), heads, rows),
      );
      parts.push(p(texts.t("others_zero"), "quiet"));
      if (reason !== null) parts.push(p(missing(texts, reason, week.length > 0), "quiet"));
    }
    return parts;
  }
}

/**
 * Return the ids of the campaigns that count by week.
 * @param {App["donor"]} donor
 */
async function weekly(donor) {
  const consents = [...(await donor.campaigns.consents())];
  return new Set(consents.filter(([, { consent }]) => periodOf(consent.campaign.terms) === "week").map(([id]) => id));
}

/**
 * Return the last day that does not wait to be sent.
 * @param {readonly SentDay[]} days
 */
function newest(days) {
  return days.findLast((one) => one.state !== "waiting")?.day;
}
