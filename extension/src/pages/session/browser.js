// The browser's functions that the pages use. Chromium has them under `chrome`, Firefox under `browser`. Both return
// promises.

import { connectApp } from "../../extension_bridge/app_connection.js";
import { isFirefox } from "../../gateways/browser/hidden_origin.js";
import { showSign } from "./toolbar_icon.js";

const api = /** @type {typeof chrome} */ (Reflect.get(globalThis, "browser") ?? Reflect.get(globalThis, "chrome"));

/** @type {chrome.permissions.Permissions} */
const APP = { permissions: ["nativeMessaging"] };
const LINK = "link";
/** @type {chrome.permissions.Permissions} */
const REMINDERS = { permissions: ["notifications"] };
const LOOPBACK = ["localhost", "127.0.0.1"];

/** @typedef {typeof browser} Browser */

export const browser = Object.freeze({
  /** Return the tag of the language that the browser's own windows have. */
  language: () => api.i18n.getUILanguage(),

  /** Return this extension's version. */
  version: () => api.runtime.getManifest().version,

  /**
   * Read a JSON file of this extension.
   * @param {string} path from the extension's root
   * @returns {Promise<unknown>}
   */
  file: async (path) => (await fetch(api.runtime.getURL(path))).json(),

  /**
   * Show a sign in the toolbar.
   * @param {import("./toolbar_icon.js").Sign} sign
   */
  showSign: (sign) => showSign(api.action, sign),

  /** Return whether the donor has to permit each server: only in Firefox, see gateways/browser/hidden_origin.js. */
  asksForServers: () => isFirefox(api),

  /**
   * Ask for the permission to contact a server, if this browser needs one, and return whether it is there.
   *
   * Browsers allow the question only during a click. So this has to be called before the click's handler awaits
   * anything. For an address that the manifest does not let us ask for, this returns true: opening the server then
   * throws an error that says what is wrong.
   * @param {string} url
   */
  allowServer: async (url) =>
    !isFirefox(api) || !mayBeAsked(url) || api.permissions.request({ origins: [originPattern(url)] }),

  /**
   * Return whether this extension has the permission that it needs to contact a server.
   * @param {string} url
   */
  serverAllowed: async (url) =>
    !isFirefox(api) || !mayBeAsked(url) || api.permissions.contains({ origins: [originPattern(url)] }),

  /**
   * Ask for the permission to talk to the desktop app, during a click as in `allowServer`. The background script
   * connects to the app once it is given.
   */
  allowApp: () => api.permissions.request(APP),

  /** Return whether this extension may talk to the desktop app. */
  appAllowed: () => api.permissions.contains(APP),

  /** Connect to the desktop app. Without the permission, this throws. */
  connectApp: () => connectApp(api),

  /** Give up the permission to talk to the desktop app. */
  forgetApp: () => api.permissions.remove(APP),

  /** Ask for the permission to show reminders, during a click as in `allowServer`. */
  allowReminders: () => api.permissions.request(REMINDERS),

  /** Return whether this extension may show reminders. */
  remindersAllowed: () => api.permissions.contains(REMINDERS),

  /** Give up the permission to show reminders. */
  forgetReminders: () => api.permissions.remove(REMINDERS),

  /**
   * Ask the browser to keep what is stored here when the disk gets full, and return whether it does. Otherwise it may
   * delete the keys and the account without a word. Chromium decides by itself. Firefox asks the donor, and only during
   * a click. A background script can't ask.
   */
  keepStorage: async () => navigator.storage.persist(),

  /** Return whether the browser keeps what is stored here when the disk gets full; false if it does not tell. */
  storageKept: async () => navigator.storage.persisted().catch(() => false),

  /**
   * Open a section of the full page in a tab, and close the popup.
   * @param {string} section
   */
  openPage: async (section) => {
    await api.tabs.create({ url: api.runtime.getURL(`pages/main/main.html#${section}`) });
    window.close();
  },

  /**
   * Return the address of the page on which the icon was clicked, or "". The click gives the permission (`activeTab`),
   * for this one page.
   */
  clickedPage: async () => {
    const [tab] = await api.tabs.query({ active: true, currentWindow: true });
    return tab?.url ?? "";
  },

  /**
   * Keep a link for the page that joins. It is in memory only, because it may have an invitation code: in the page's
   * address it would get into the browser's history.
   * @param {string} link
   */
  passLink: (link) => api.storage.session.set({ [LINK]: link }),

  /** Return the link that was passed, once; "" if there is none. */
  takeLink: async () => {
    const found = await api.storage.session.get(LINK);
    await api.storage.session.remove(LINK);
    return String(found[LINK] ?? "");
  },

  /**
   * Put a text on the clipboard. This works only during a click.
   * @param {string} text
   */
  copy: (text) => navigator.clipboard.writeText(text),

  /**
   * Save a text as a file in the browser's downloads.
   * @param {string} name the file's
   * @param {string} text JSON
   */
  save: (name, text) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  },
});

/**
 * Return the pattern under which the permission for a server is asked. Patterns have no port.
 * @param {string} url
 */
export function originPattern(url) {
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}

/**
 * Return whether the manifest allows to ask for this server: with https any, without it only this computer.
 * @param {string} url
 */
export function mayBeAsked(url) {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || LOOPBACK.includes(hostname);
}
