// Chooses up to three keywords to show: a button removes each, a field adds one.

import { outside } from "../../texts/texts.js";
import { MOST_LINES } from "../../widgets/chart/chart.js";
import { h, pressedOnce } from "../../widgets/dom.js";

const MATCHES = 12;

/**
 * @param {import("../../session/app.js").App} app
 * @param {{id: string, title: string, entries: readonly string[], chosen: readonly string[]}} shown
 * @param {(chosen: readonly string[]) => void} choose
 */
export function chooser(app, { id, title, entries, chosen }, choose) {
  const { texts } = app;
  const [list, field] = [h("datalist", { id: `${id}-words` }), fieldOf(texts, id, title)];
  const problem = h("p", { class: "amber", role: "alert" });
  field.addEventListener("input", () => {
    const part = field.value.trim().toLowerCase();
    const matching = entries.filter((entry) => entry.toLowerCase().includes(part)).slice(0, MATCHES);
    list.replaceChildren(...matching.map((entry) => h("option", { value: entry })));
  });
  const form = h("form", { class: "row" }, h("label", { for: field.id }, texts.t("another_keyword")), field, list);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = field.value.trim().toLowerCase();
    const entry = entries.find((one) => one.toLowerCase() === wanted);
    problem.textContent = entry === undefined && wanted !== "" ? texts.t("no_such_keyword") : "";
    if (entry === undefined) return;
    field.value = "";
    // The keyword that was chosen first makes room.
    choose([...chosen.filter((one) => one !== entry).slice(1 - MOST_LINES), entry]);
  });
  form.append(h("button", { type: "submit", id: `${id}-show` }, texts.t("show")));
  const hides = chosen.length > 1 && h("div", { class: "row" }, ...hiding(texts, id, chosen, choose));
  return h("div", {}, form, problem, hides);
}

/**
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {string} id
 * @param {string} title
 */
function fieldOf(texts, id, title) {
  return h("input", {
    type: "search",
    id: `${id}-word`,
    list: `${id}-words`,
    autocomplete: "off",
    placeholder: texts.t("a_keyword"),
    "aria-label": texts.t("another_keyword_of", { campaign: outside(title) }),
  });
}

/**
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {string} id
 * @param {readonly string[]} chosen
 * @param {(chosen: readonly string[]) => void} choose
 */
function hiding(texts, id, chosen, choose) {
  return chosen.map((entry) => {
    const hide = () => choose(chosen.filter((one) => one !== entry));
    const attributes = { class: "link", id: `${id}-hide-${entry}` };
    return pressedOnce(texts.t("hide", { keyword: outside(entry) }), hide, attributes);
  });
}
