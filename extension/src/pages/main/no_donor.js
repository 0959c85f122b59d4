// The pages that are shown without a donor: that the extension can't start, and that everything was erased.

import { errorText } from "../texts/error_texts.js";
import { ask } from "../widgets/dialog.js";
import { button, h, p } from "../widgets/dom.js";

/** @typedef {import("../texts/texts.js").Texts} Texts */

const STORE = new Set(["disk-full", "store-failed", "store-newer", "store-outdated", "store-damaged"]);

/**
 * Make the page that says why the extension can't start.
 * @param {Texts} texts
 * @param {unknown} error
 * @param {(() => void) | null} [erase] erases what an earlier version kept here
 * @returns {readonly Node[]}
 */
export function troubleNodes(texts, error, erase = null) {
  const code = error instanceof Error ? Reflect.get(error, "code") : undefined;
  const again = button(texts.t("try_again"), () => location.reload(), { class: "primary", id: "again" });
  return [
    h("h1", {}, texts.t("trouble_title")),
    p(errorText(texts, error), "large"),
    // This text says that nothing is sent meanwhile. That is certain only if the home can't be opened.
    ...(STORE.has(code) ? [p(texts.t("trouble_what"), "quiet")] : []),
    h("p", { class: "row" }, again, erase !== null && code === "store-outdated" && eraseButton(texts, erase)),
  ];
}

/**
 * @param {Texts} texts
 * @param {() => void} erase
 */
function eraseButton(texts, erase) {
  const says = ["erase_store_what", "erase_here_keeps"].map((key) => texts.t(key));
  const question = { title: texts.t("erase_store_title"), says, label: texts.t("erase_store_go") };
  return button(texts.t("erase_store"), () => ask(texts, question, erase), { class: "danger", id: "erase" });
}

/**
 * @param {Texts} texts
 * @param {import("../../donor/campaigns/leave.js").Farewell} farewell
 * @returns {readonly Node[]}
 */
export function erasedNodes(texts, farewell) {
  const anew = () => {
    location.hash = "";
    location.reload();
  };
  return [
    h("h1", {}, texts.t(farewell === "not-told" ? "erased_here_title" : "erased_title")),
    p(texts.t(`erased_${farewell.replace("-", "_")}`), "large"),
    p(texts.t("erased_final")),
    h("p", {}, button(texts.t("begin_anew"), anew, { class: "primary", id: "anew" })),
  ];
}
