// What a page says while it waits for the browser.

import { p } from "./dom.js";

/** Milliseconds: what takes less is not announced, it would flicker. */
export const PATIENCE = 250;

/**
 * Say in the place of what is to be shown what it waits for; over once something else is there, see `arrived`.
 * @param {HTMLElement} root
 * @param {string} text
 */
export function wait(root, text) {
  const line = p("", "quiet");
  line.role = "status"; // there before its text is, which is then read out
  root.ariaBusy = "true";
  root.replaceChildren(line);
  setTimeout(() => {
    line.textContent = text;
  }, PATIENCE);
}

/**
 * What `root` waited for is shown.
 * @param {HTMLElement} root
 */
export function arrived(root) {
  root.ariaBusy = null;
}
