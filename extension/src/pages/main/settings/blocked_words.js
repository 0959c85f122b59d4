// The settings of blocked words.

import { outside } from "../../texts/texts.js";
import { h, p, pressedOnce } from "../../widgets/dom.js";
import { longList } from "../../widgets/long_list.js";

/**
 * @param {import("../../session/app.js").App} app
 * @param {readonly string[]} blocked
 */
export function blockedParts(app, blocked) {
  const { texts, donor } = app;
  const field = h("input", { type: "text", id: "word", placeholder: texts.t("word_hint"), required: true });
  const label = h("label", { for: "word" }, texts.t("word"));
  const form = h(
    "form",
    { class: "row" },
    label,
    field,
    h("button", { type: "submit", id: "block" }, texts.t("block")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const word = field.value;
    field.value = "";
    app.act(() => donor.exclusions.block(word), { says: () => texts.t("blocked_done") });
  });
  const draw = (/** @type {string} */ word) => {
    const attributes = { class: "link", "aria-label": texts.of(texts.t("unblock"), outside(word)) };
    const unblock = () => app.act(() => donor.exclusions.unblock(word), { says: () => texts.t("changed") });
    return h("span", { class: "row" }, outside(word), " ", pressedOnce(texts.t("unblock"), unblock, attributes));
  };
  const list = blocked.length > 0 ? [longList(texts, blocked, draw, { class: "plain" })] : [];
  return [p(texts.t("blocked_what"), "quiet"), form, ...list];
}
