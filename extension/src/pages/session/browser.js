// The browser functions that the pages use. Firefox has the same under `browser`; both return promises.

import { connectApp } from "../../extension_bridge/app_connection.js";
import { namesInstallation } from "../../gateways/browser/hidden_origin.js";
import { showSign } from "./toolbar_icon.js";

const api = /** @type {typeof chrome} */ (Reflect.get(globalThis, "browser") ?? Reflect.get(globalThis, "chrome"));

/** @type {chrome.permissions.Permissions} */
const APP = { permissions: ["nativeMessaging"] };
const LOOPBACK = ["localhost", "127.0.0.1"];

/** @typedef {typeof browser} Browser */

export const browser = Object.freeze({
  /** The language that the browser's own windows have. */
  language: () => api.i18n.getUILanguage(),

  /** This extension's version. */
  version: () => api.runtime.getManifest().version,

  /**
   * A JSON file of this extension.
   * @param {string} path
   * @returns {Promise<unknown>}
   */
  file: async (path) => (await fetch(api.runtime.getURL(path))).json(),

  /**
   * Show the sign in the toolbar.
   * @param {import("./toolbar_icon.js").Sign} sign
   */
  showSign: (sign) => showSign(api.action, sign),

  /** Whether the person is asked for each server: only Firefox needs that, see gateways/browser/hidden_origin.js. */
  asksForServers: () => namesInstallation(api),

  /**
   * Ask the person to let this extension contact a server; whether they do. It has to be called at their click, before
   * anything is waited for. One that may not be asked at all is left to the donor, who says why.
   * @param {string} url
   */
  allowServer: async (url) =>
    !namesInstallation(api) || !mayBeAsked(url) || api.permissions.request({ origins: [originPattern(url)] }),

  /**
   * Whether this extension may contact the server as it should.
   * @param {string} url
   */
  serverAllowed: async (url) =>
    !namesInstallation(api) || !mayBeAsked(url) || api.permissions.contains({ origins: [originPattern(url)] }),

  /** Ask the person to let this extension talk to the desktop app; as above. The background connects to it then. */
  allowApp: () => api.permissions.request(APP),

  /** Whether this extension may talk to the desktop app. */
  appAllowed: () => api.permissions.contains(APP),

  /** The line to the desktop app; it throws without the permission. */
  connectApp: () => connectApp(api),

  /** Talk to the desktop app no more. */
  forgetApp: () => api.permissions.remove(APP),

  /**
   * Open a section of the full page in a tab, and close the popup.
   * @param {string} section
   */
  openPage: async (section) => {
    await api.tabs.create({ url: api.runtime.getURL(`pages/main/main.html#${section}`) });
    window.close();
  },

  /**
   * Put a text on the clipboard, at the person's click.
   * @param {string} text
   */
  copy: (text) => navigator.clipboard.writeText(text),

  /**
   * Let the person keep a text as a file.
   * @param {string} name
   * @param {string} text
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
 * What the permission for a server is asked as: browsers' patterns have no ports.
 * @param {string} url
 */
export function originPattern(url) {
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}

/**
 * Whether the manifest lets a person be asked for this server: without encryption, on this computer alone.
 * @param {string} url
 */
export function mayBeAsked(url) {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || LOOPBACK.includes(hostname);
}
