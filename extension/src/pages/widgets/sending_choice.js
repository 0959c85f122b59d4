// The choice between reviewing days and sending them automatically. Reviewing is the default.

import { h } from "./dom.js";

/** @typedef {import("../../core/views.js").Sending} Sending */

/**
 * Make the choice.
 * @param {import("../texts/texts.js").Texts} texts
 * @param {Sending} mode the current one
 * @param {(mode: Sending) => void} choose
 */
export function sendingChoice(texts, mode, choose) {
  const one = (/** @type {Sending} */ value, /** @type {string} */ key) => {
    const attributes = { type: "radio", name: "sending", id: `sending-${value}`, checked: value === mode };
    const field = h("input", { ...attributes, "aria-describedby": `${key}-means` });
    field.addEventListener("change", () => choose(value));
    const means = h("p", { class: "quiet", id: `${key}-means` }, texts.t(`${key}_means`));
    return [h("p", {}, h("label", {}, field, " ", texts.t(key))), means];
  };
  const legend = h("legend", { class: "unseen" }, texts.t("how_to_send"));
  return h("fieldset", {}, legend, ...one("review", "after_look"), ...one("by-itself", "by_itself"));
}
