// Dialogs that explain something, or ask before an action that can't be undone. The browser's own <dialog> keeps the
// focus inside.

import { button, h, p } from "./dom.js";

/** @typedef {import("../texts/texts.js").Texts} Texts */

/**
 * Show a dialog, and return it. Closing it removes it, and gives the focus back.
 * @param {string} title
 * @param {readonly Node[]} parts its content, between title and buttons
 * @param {readonly HTMLButtonElement[]} buttons
 */
export function openDialog(title, parts, buttons) {
  const heading = h("h2", { id: "dialog-title" }, title);
  const box = h(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    heading,
    ...parts,
    h("div", { class: "row" }, ...buttons),
  );
  const before = document.activeElement;
  box.addEventListener("close", () => {
    box.remove();
    // The button that opened the dialog may have been drawn anew meanwhile: look for one with the same id.
    const back = before?.isConnected ? before : document.getElementById(before?.id ?? "");
    if (back instanceof HTMLElement) back.focus();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * Make a button that closes the dialog it is in.
 * @param {string} label
 * @param {() => void} [then] is called after closing
 * @param {Record<string, string | boolean>} [attributes]
 */
export function closing(label, then = () => {}, attributes = {}) {
  const made = button(
    label,
    () => {
      made.closest("dialog")?.close();
      then();
    },
    attributes,
  );
  return made;
}

/**
 * Ask before an action. The button that goes back has the focus, so that pressing Enter does nothing.
 * @param {Texts} texts
 * @param {{title: string, says: readonly string[], label: string, tick?: string}} question `says`: paragraphs about
 *   what will happen; `label`: of the button that acts; `tick`: a sentence that has to be ticked first, if any
 * @param {() => void} then the action
 */
export function ask(texts, { title, says, label, tick }, then) {
  const go = closing(label, then, { class: "danger", disabled: tick !== undefined });
  const back = closing(texts.t("question_back"), undefined, { autofocus: true });
  const parts = says.map((text) => p(text));
  if (tick !== undefined) {
    const box = h("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      go.disabled = !box.checked;
    });
    parts.push(h("p", {}, h("label", {}, box, " ", tick)));
  }
  openDialog(title, parts, [back, go]);
}
