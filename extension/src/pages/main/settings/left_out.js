// The settings of what is left out: search engines, and hours of the day.

import { ENGINES } from "../../../counting/search_urls.js";
import { outside } from "../../texts/texts.js";
import { button, h, p, pressedOnce } from "../../widgets/dom.js";
import { longList } from "../../widgets/long_list.js";

/** @typedef {import("../../session/app.js").App} App */

/**
 * @param {App} app
 * @param {readonly string[]} sites the names of the search engines that are left out
 */
export function sitesParts(app, sites) {
  const { texts, donor } = app;
  const others = Object.keys(ENGINES).filter((name) => !sites.includes(name));
  const field = h(
    "select",
    { id: "site" },
    others.sort().map((name) => h("option", { value: name }, name)),
  );
  const change = (/** @type {string} */ name, /** @type {boolean} */ on) =>
    app.act(() => donor.exclusions.switchSite(name, on), { says: () => texts.t("changed") });
  const form = h(
    "form",
    { class: "row" },
    h("label", { for: "site" }, texts.t("site")),
    field,
    h("button", { type: "submit", id: "leave-out" }, texts.t("leave_out")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change(field.value, false);
  });
  const draw = (/** @type {string} */ name) => {
    const attributes = { class: "link", "aria-label": texts.of(texts.t("count_again"), outside(name)) };
    const again = pressedOnce(texts.t("count_again"), () => change(name, true), attributes);
    return h("span", { class: "row" }, outside(name), " ", again);
  };
  const list = sites.length > 0 ? [longList(texts, sites, draw, { class: "plain" })] : [];
  return [p(texts.t("sites_what"), "quiet"), form, ...list];
}

/**
 * @param {App} app
 * @param {string | null} hours those that are left out, such as "22:00-06:00"
 */
export function hoursParts(app, hours) {
  const { texts, donor } = app;
  const [from, to] = (hours ?? "22:00-06:00").split("-");
  const set = (/** @type {string | null} */ chosen) =>
    app.act(() => donor.exclusions.setHours(chosen), { says: () => texts.t("changed") });
  const [start, end] = [time("hours-from", from), time("hours-to", to)];
  const differ = () => end.setCustomValidity(start.value === end.value ? texts.t("hours_same") : "");
  for (const field of [start, end]) field.addEventListener("input", differ);
  const form = h(
    "form",
    { class: "row" },
    ...[h("label", { for: "hours-from" }, texts.t("hours_from")), start],
    ...[h("label", { for: "hours-to" }, texts.t("hours_to")), end],
    h("button", { type: "submit", id: "leave-hours-out" }, texts.t("hours_leave_out")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    set(`${start.value}-${end.value}`);
  });
  const all = () => button(texts.t("hours_all"), () => set(null), { id: "all-hours" });
  const now = hours === null ? [] : [h("p", { class: "row" }, texts.t("hours_now", { from, to }), " ", all())];
  return [p(texts.t("hours_what"), "quiet"), ...now, form];
}

/**
 * @param {string} id
 * @param {string} value such as "22:00"
 */
function time(id, value) {
  return h("input", { type: "time", id, value, required: true });
}
