// The privacy account: a sentence, a line over time with its limit, the campaigns, and the field for the limit.

import { HIGH_COST, percentSure } from "../../../privacy/accounting/certainty.js";
import { outside } from "../../texts/texts.js";
import { certaintyBar } from "../../widgets/chart/certainty_bar.js";
import { chart } from "../../widgets/chart/chart.js";
import { button, h, p } from "../../widgets/dom.js";
import { table } from "../../widgets/table.js";
import { atMost, exact, limit, meaning, roundedUp } from "./account_texts.js";

/** @typedef {import("../../../core/views.js").Account} Account */
/** @typedef {import("../../session/app.js").App} App */

const USUAL = "20";
const DAY = 86_400_000;
const EVER = 36_500;

/**
 * @param {App} app
 * @param {Account} account
 * @param {ReadonlyMap<string, string>} titles by campaign
 * @param {string} today
 */
export function accountParts(app, account, titles, today) {
  const { texts } = app;
  return [
    p(meaning(texts, account)),
    ...bar(texts, account),
    ...costs(app, account, today),
    ...campaigns(app, account, titles),
    p(limit(texts, account)),
    limitForm(app, account),
    p(texts.t("account_yours"), "quiet"),
  ];
}

/**
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {Account} account
 */
function bar(texts, { since, factor, epsilon }) {
  const percent = percentSure(factor);
  return since === null || percent === null ? [] : [certaintyBar(texts, percent, epsilon > HIGH_COST)];
}

/**
 * @param {App} app
 * @param {Account} account
 * @param {string} today
 */
function costs({ texts }, account, today) {
  const months = account.months.filter((month) => Number.isFinite(month.epsilon));
  if (account.since === null || months.length === 0) return [];
  const point = (/** @type {string} */ day, /** @type {number} */ value) => ({ day, value, low: value, high: value });
  const before = new Date(Date.parse(account.since) - DAY).toISOString().slice(0, 10);
  // Rounded as in the table below, so that both have the same number.
  const points = months.map(({ month, epsilon }) => point([lastDay(month), today].sort()[0], roundedUp(epsilon)));
  const series = [{ name: texts.t("privacy_cost"), points: [point(before, 0), ...points] }];
  const ceiling = account.ceiling === null ? null : { name: texts.t("your_limit"), value: Number(account.ceiling) };
  return [chart(texts, texts.t("account_chart"), { series, ceiling, gap: EVER, open: new Set() }, "account-chart")];
}

/**
 * @param {App} app
 * @param {Account} account
 * @param {ReadonlyMap<string, string>} titles
 */
function campaigns({ texts }, account, titles) {
  if (account.campaigns.length === 0) return [];
  const heads = ["campaign", "days", "privacy_cost_head", "limit_agreed"].map((key) => texts.t(key));
  const rows = account.campaigns.map((one) => [
    outside(titles.get(one.id) ?? one.id),
    daysGiven(texts, one),
    atMost(texts, one.epsilon),
    exact(texts, String(one.budget.epsilon)),
  ]);
  return [table(texts.t("account_campaigns"), heads, rows)];
}

/**
 * Return the days or weeks given, and the hits used where the campaign caps those of all its periods.
 * @param {App["texts"]} texts
 * @param {Account["campaigns"][number]} campaign
 */
function daysGiven(texts, { period, days, hits }) {
  const given = period === "week" ? texts.count("weeks", days) : texts.number(days);
  return hits === null ? given : `${given}; ${texts.t("times_used", { used: hits.used, most: hits.of })}`;
}

/**
 * @param {App} app
 * @param {Account} account
 */
function limitForm(app, account) {
  const { texts, donor } = app;
  const attributes = { type: "number", id: "limit", min: "0.1", step: "0.1", max: "1000000", required: true };
  const field = h("input", { ...attributes, value: account.ceiling ?? USUAL });
  const changed = { says: () => texts.t("changed") };
  const none = button(texts.t("limit_without"), () => app.act(() => donor.account.setCeiling(null), changed), {
    id: "no-limit",
  });
  const set = h("button", { type: "submit", id: "set-limit" }, texts.t("limit_set"));
  const label = h("label", { for: "limit" }, texts.t("limit_label"));
  const form = h("form", { class: "row" }, label, field, set, account.ceiling !== null && none);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = field.value;
    field.defaultValue = chosen;
    app.act(() => donor.account.setCeiling(chosen), changed);
  });
  return form;
}

/**
 * The last day of a month such as "2026-11".
 * @param {string} month
 */
export function lastDay(month) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
