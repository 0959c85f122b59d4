// The toolbar icon: the ring, a badge with the number of waiting days, and a line of status.
//
// Both the background script and every open page update it: the browser may have stopped the background script.

import { line, ringOf } from "./app_status.js";

/** @typedef {import("./app_status.js").AppStatus} AppStatus */
/** @typedef {import("../texts/texts.js").Texts} Texts */
/** @typedef {Readonly<{ring: import("../widgets/ring.js").Ring, badge: string, title: string}>} Sign */

const ICONS = Object.freeze({ calm: "", paused: "-paused", attention: "-attention" });

/**
 * Return the sign of a donor while this extension donates, not the app.
 * @param {Texts} texts
 * @param {AppStatus} status
 * @param {number} now
 * @returns {Sign}
 */
export function signOf(texts, status, now) {
  const { waiting, state } = status;
  const trouble = state.clockIsWrong || state.lost;
  const badge = trouble ? "!" : waiting > 0 ? String(waiting) : "";
  return { ring: ringOf(status), badge, title: titled(texts, line({ texts, now: () => now }, status)) };
}

/**
 * Return the icon's tooltip: the extension's name, and a line below it.
 * @param {Texts} texts
 * @param {string} text
 */
export function titled(texts, text) {
  return `${texts.t("extension_name")}\n${text}`;
}

/**
 * Update the icon from an open page, which may be sooner than the background script. While the app donates, only the
 * background script knows the app's status, so this does nothing.
 * @param {import("./app.js").App} app
 * @param {AppStatus} status
 */
export async function showOwnSign({ texts, browser, now }, status) {
  if (!status.state.companion) await browser.showSign(signOf(texts, status, now()));
}

/**
 * Show a sign in the toolbar.
 * @param {any} action chrome.action
 * @param {Sign} sign
 */
export async function showSign(action, { ring, badge, title }) {
  const icon = ICONS[ring];
  await action.setIcon({ path: { 16: `/icons/ring${icon}-16.png`, 32: `/icons/ring${icon}-32.png` } });
  await action.setBadgeText({ text: badge });
  await action.setTitle({ title });
}
