// The log: everything that ever left this computer, and every refusal, the newest first.

import { full } from "../../texts/reason_texts.js";
import { h, p } from "../../widgets/dom.js";
import { fold, longList } from "../../widgets/long_list.js";

/** @typedef {import("../../../core/views.js").Logged} Logged */
/** @typedef {import("../../session/app.js").App} App */

const REFUSALS = 5;

/**
 * Make the log: the newest refusals, each once for its day and reason, and all lines in a fold.
 * @param {App} app
 * @returns {Promise<readonly Node[]>}
 */
export async function logParts({ texts, donor }) {
  const lines = [...(await donor.log())].reverse();
  if (lines.length === 0) return [p(texts.t("log_empty"))];
  const refused = [...new Set(lines.filter((line) => line.what === "refusal").map((line) => refusal(texts, line)))];
  const parts = [];
  if (refused.length > 0) {
    const items = refused.slice(0, REFUSALS).map((text) => h("li", {}, text));
    parts.push(h("h3", {}, texts.t("refused_head")), h("ul", {}, items));
  }
  const summary = texts.count("log_lines", lines.length);
  const all = fold("log-lines", [summary], () =>
    longList(texts, lines, (line) => logged(texts, line), { class: "log" }),
  );
  return [...parts, p(texts.t("log_what"), "quiet"), all];
}

/**
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {Logged} line
 */
function refusal(texts, { round, reason }) {
  const what = full(texts, reason ?? "");
  return round === null ? what : texts.t("refusal", { day: texts.shortDay(round), what });
}

/**
 * Return one line of the log: its time, what left or was refused, the data day, and the size.
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {Logged} line
 */
function logged(texts, line) {
  const what = line.what === "refusal" ? refusal(texts, line) : sent(texts, line);
  return h("span", {}, h("span", { class: "quiet" }, texts.moment(line.time)), " ", what);
}

/**
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {Logged} line
 */
function sent(texts, { what, round, bytes }) {
  const name = texts.t(`log_${what.replaceAll("-", "_")}`);
  const day = round === null ? "" : texts.shortDay(round);
  if (bytes === null) return round === null ? name : texts.t("log_day", { name, day });
  const size = texts.count("bytes", bytes);
  return round === null ? texts.t("log_size", { name, size }) : texts.t("log_day_size", { name, day, size });
}
