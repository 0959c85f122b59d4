// Dialogs that ask before an action that can't be undone, or explain. The browser's own <dialog> traps the focus.

import { button, h, p } from "./dom.js";

/** @typedef {import("../texts/texts.js").Texts} Texts */

/**
 * Show a dialog; it is gone when it is closed. `parts` come between its title and its buttons.
 * @param {string} title
 * @param {readonly Node[]} parts
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
    // What it was opened from may have been drawn anew meanwhile.
    const back = before?.isConnected ? before : document.getElementById(before?.id ?? "");
    if (back instanceof HTMLElement) back.focus();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * A button that closes the dialog it is in.
 * @param {string} label
 * @param {() => void} [then]
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
 * Say what will happen, and do it if the person wants that. "No, go back" has the focus, and where there is something
 * to tick, it has to be ticked.
 * @param {Texts} texts
 * @param {{title: string, says: readonly string[], label: string, tick?: string}} question
 * @param {() => void} then
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
