// Compares what the server shows this donor with what it shows others.

import { vouching } from "../../texts/terms_texts.js";
import { h, p } from "../../widgets/dom.js";

/** @typedef {import("../../session/app.js").App} App */

/**
 * Return the numbers that people compare, and a field for a file of results.
 * @param {App} app
 * @param {readonly {start: string, fingerprint: string}[]} weeks at least one
 * @param {import("../../../protocol/messages.js").WitnessPolicy | null} witnesses
 */
export function comparisonParts(app, weeks, witnesses) {
  const { texts, donor } = app;
  const lines = weeks.map(({ start, fingerprint }) =>
    h("li", {}, texts.t("compare_week", { day: texts.day(start), number: fingerprint })),
  );
  const field = h("input", { type: "file", id: "compare", accept: ".json,application/json" });
  field.addEventListener("change", () => {
    const [file] = field.files ?? [];
    if (file === undefined) return;
    const work = async () => donor.compareLog(await file.text());
    app.act(work, {
      says: ({ result, until }) => texts.t(`compare_${result}`, { day: until ? texts.day(until) : "" }),
    });
  });
  return [
    p(vouching(texts, witnesses)),
    p(texts.t("compare_what"), "quiet"),
    h("ul", { class: "plain" }, ...lines),
    p(texts.t("compare_file_what"), "quiet"),
    h("div", { class: "row" }, h("label", { for: "compare" }, texts.t("compare_file")), field),
  ];
}
