// Announces that a page waits for its content.

import { p } from "./dom.js";

/** Milliseconds after which waiting is announced. A shorter message would only flicker. */
export const PATIENCE = 250;

/**
 * Show, in the place of the content, what the page waits for. Showing the content replaces it: then call `arrived`.
 * @param {HTMLElement} root
 * @param {string} text
 */
export function wait(root, text) {
  const line = p("", "quiet");
  line.role = "status"; // screen readers read out a text only if its status element was there before it
  root.ariaBusy = "true";
  root.replaceChildren(line);
  setTimeout(() => {
    line.textContent = text;
  }, PATIENCE);
}

/**
 * Note that the content is shown.
 * @param {HTMLElement} root
 */
export function arrived(root) {
  root.ariaBusy = null;
}
