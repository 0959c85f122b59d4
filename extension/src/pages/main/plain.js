// Pages that need no donor: what keeps the extension from going on, and that everything is erased.

import { button, h, p } from "../shared/dom.js";
import { told } from "../shared/errors.js";

/** @typedef {import("../shared/texts.js").Texts} Texts */

/**
 * @param {Texts} texts
 * @param {unknown} error
 * @returns {readonly Node[]}
 */
export function troubleNodes(texts, error) {
  const again = button(texts.t("try_again"), () => location.reload(), { class: "primary", id: "again" });
  return [
    h("h1", {}, texts.t("trouble_title")),
    p(told(texts, error), "large"),
    p(texts.t("trouble_what"), "quiet"),
    h("p", {}, again),
  ];
}

/**
 * @param {Texts} texts
 * @returns {readonly Node[]}
 */
export function erasedNodes(texts) {
  const anew = () => {
    location.hash = "";
    location.reload();
  };
  return [
    h("h1", {}, texts.t("erased_title")),
    p(texts.t("erased_what"), "large"),
    p(texts.t("erased_final")),
    h("p", {}, button(texts.t("begin_anew"), anew, { class: "primary", id: "anew" })),
  ];
}
