// The desktop app as an extension sees it through its port, and the parts of a browser that the background uses.

import { Donor } from "../../src/donor/donor.js";
import { BRIDGE_VERSION } from "../../src/extension_bridge/app_connection.js";
import { Companion } from "../../src/extension_bridge/handover.js";
import { Texts } from "../../src/pages/texts/texts.js";
import { Computer, historyOf } from "./computer.js";
import { textsIn } from "./vectors.js";

/** What the background shows its texts in. */
export const english = async () => new Texts("en", "en-GB", textsIn("en"));

/** The events of a browser's API: what listens, and a way to call it. */
export class Event {
  /** @type {((...given: any[]) => void)[]} */
  listeners = [];

  /** @param {(...given: any[]) => void} listener */
  addListener(listener) {
    this.listeners.push(listener);
  }

  /** @param {any[]} given */
  call(...given) {
    for (const listener of this.listeners) listener(...given);
  }
}

/** An app that is installed, and what it was told; `state` null: none is there. */
export class App {
  /** @type {string | null} */
  state = "donates";
  waiting = 0;
  /** @type {number | undefined} the version of its messages; undefined: it names none */
  version = BRIDGE_VERSION;
  /** @type {string[][]} */
  bound = [];
  /** @type {any[]} the fields of hand-overs beside the days, and of questions for the status */
  said = [];
  /** @type {any} the hits that it says it and others used; undefined: it is of a version that says none */
  used = undefined;
  /** @type {string | undefined} the name of its home; undefined: it is of a version that has none */
  home = "ab".repeat(16);
  /** @type {any[]} */
  visits = [];
  lines = 0;
  /** @type {any} */
  port = null;
  /** Called with the type of each message that comes. */
  came = (/** @type {string} */ _type) => {};

  connect = () => {
    if (this.state === "forbidden") throw new Error("Access to the specified native messaging host is forbidden.");
    this.lines += 1;
    const port = {
      onMessage: new Event(),
      onDisconnect: new Event(),
      disconnect: () => {},
      postMessage: (/** @type {any} */ message) => void Promise.resolve().then(() => this.#take(port, message)),
    };
    this.port = port;
    return port;
  };

  /**
   * @param {any} port
   * @param {any} message
   */
  #take(port, message) {
    this.came(message.type);
    if (message.type === "visits") this.visits.push(message);
    else if (this.state === null) port.onDisconnect.call();
    else if (this.state !== "silent") {
      const { bound, ...said } = message;
      if (bound) this.bound.push([...bound]);
      this.said.push(said);
      const { state, waiting, version, used, home } = this;
      port.onMessage.call({ type: "status", state, waiting, version, used, home });
    }
  }
}

/**
 * Return a donor that has joined nothing, and an app beside it.
 * @param {string | null} [state]
 * @param {Partial<import("./computer.js").Parts>} [parts]
 */
export async function beside(state = "donates", parts = {}) {
  const computer = new Computer();
  const [donor, app] = [await Donor.open(computer.parts(parts)), new App()];
  app.state = state;
  const history = historyOf(() => computer.visits);
  return { computer, donor, app, companion: new Companion(donor, app.connect, history) };
}

/**
 * Return a browser's API, with the app installed.
 * @param {App} app
 * @param {string} scheme of the extension's addresses, by which Firefox and Chromium differ
 */
export function browserWith(app, scheme = "chrome-extension") {
  const shown = {
    badge: "",
    title: "",
    icon: "",
    opened: /** @type {string[]} */ ([]),
    alarm: 0,
    allowed: true,
    reminds: false,
  };
  const session = {};
  const reminders = /** @type {{name: string, message: string}[]} */ ([]);
  const api = {
    runtime: {
      connectNative: () => app.connect(),
      getURL: (/** @type {string} */ path) => `${scheme}://this/${path}`,
      onInstalled: new Event(),
      onStartup: new Event(),
      onMessage: new Event(),
      lastError: undefined,
    },
    permissions: {
      contains: async (/** @type {any} */ { permissions }) =>
        permissions.includes("notifications") ? shown.reminds : shown.allowed,
      onAdded: new Event(),
      onRemoved: new Event(),
    },
    notifications: {
      onClicked: new Event(),
      create: async (/** @type {string} */ name, /** @type {any} */ { message }) => reminders.push({ name, message }),
      clear: async () => true,
    },
    alarms: {
      onAlarm: new Event(),
      create: (/** @type {string} */ _name, /** @type {{when: number}} */ { when }) => {
        shown.alarm = when;
      },
    },
    storage: {
      session: {
        get: async () => ({ ...session }),
        set: async (/** @type {object} */ values) => Object.assign(session, values),
      },
    },
    tabs: { create: (/** @type {{url: string}} */ { url }) => shown.opened.push(url) },
    action: {
      setIcon: async (/** @type {any} */ { path }) => {
        shown.icon = path[16];
      },
      setBadgeText: async (/** @type {{text: string}} */ { text }) => {
        shown.badge = text;
      },
      setTitle: async (/** @type {{title: string}} */ { title }) => {
        shown.title = title;
      },
    },
    history: scheme === "moz-extension" ? { onVisited: new Event() } : null,
  };
  return { api, shown, reminders };
}
