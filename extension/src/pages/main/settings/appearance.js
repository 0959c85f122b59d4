// The settings of language, colours, reminders, and whether results are fetched.

import { LANGUAGES } from "../../texts/texts.js";
import { h } from "../../widgets/dom.js";
import { remindersBox } from "./reminders.js";

/** @typedef {import("../../session/app.js").App} App */

/**
 * @param {App} app
 * @param {import("../../../core/views.js").Preferences} chosen
 * @param {() => Promise<void>} dress
 */
export function appearanceParts(app, chosen, dress) {
  const { texts, donor } = app;
  const set = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    app.act(
      async () => {
        await donor.settings.setPreference(name, value);
        await dress();
      },
      { says: () => app.texts.t("changed") },
    );
  const languages = [["", texts.t("as_browser")], ...Object.entries(LANGUAGES)];
  const themes = ["system", "light", "dark"].map((theme) => [theme, texts.t(`theme_${theme}`)]);
  const language = choice("language", texts.t("language"), languages, chosen.language ?? "", (value) =>
    set("language", value === "" ? null : value),
  );
  const theme = choice("theme", texts.t("colours"), themes, chosen.theme, (value) => set("theme", value));
  const results = h("input", { type: "checkbox", id: "results", checked: chosen.results });
  results.addEventListener("change", () => set("results", results.checked));
  return [
    language,
    theme,
    remindersBox(app, chosen.reminders),
    h("p", {}, h("label", {}, results, " ", texts.t("fetch_results"))),
  ];
}

/**
 * @param {string} id
 * @param {string} name
 * @param {readonly (readonly string[])[]} options value and text
 * @param {string} value
 * @param {(value: string) => void} choose
 */
function choice(id, name, options, value, choose) {
  const items = options.map(([one, text]) => h("option", { value: one, selected: one === value }, text));
  const field = h("select", { id }, items);
  field.addEventListener("change", () => choose(field.value));
  return h("p", { class: "row" }, h("label", { for: id }, name), field);
}
