// The part of the browser's own interface that pages use, for pages that a plain web server serves. The address says
// what the browser's language is, whether the person allows what the pages ask for, whether they may talk to the app
// already, how its host answers, if there is one, whether the browser is Firefox, whether it lets them ask the
// server, on which page the icon was clicked, and which link was passed on from there. Another word says whether they
// may show reminders already.

const asked = new URLSearchParams(location.search);
let app = asked.get("app") === "yes";
let reminders = asked.get("notifications") === "yes";
let server = asked.get("server") !== "no";

/** @type {object} */
let passed = asked.has("passed") ? { link: asked.get("passed") } : {};

const sign = { badge: "", title: "" };
/** @type {any} */ (globalThis).sign = sign;
/** @type {any} */ (globalThis).calls = [];
/** @type {any} */ (globalThis).browser = {
  i18n: { getUILanguage: () => asked.get("language") ?? "en-GB" },
  runtime: {
    getManifest: () => ({ version: "0.1.0" }),
    getURL: (/** @type {string} */ path) =>
      path === "" && asked.has("firefox") ? "moz-extension://0f1e/" : new URL(`/${path}`, location.href).href,
    connectNative: () => {
      const state = new URLSearchParams(location.search).get("host"); // a test may change it meanwhile
      if (!app || state === null) throw new Error("there is no host");
      return host({ type: "status", state, waiting: 0 });
    },
  },
  permissions: {
    request: async (/** @type {any} */ what) => {
      /** @type {any} */ (globalThis).calls.push(["permission", what]);
      const allows = asked.get("allows") !== "no";
      if (isReminders(what)) reminders ||= allows;
      else if (what.permissions) app ||= allows;
      else server ||= allows;
      return allows;
    },
    contains: async (/** @type {any} */ what) => (isReminders(what) ? reminders : what.permissions ? app : server),
    remove: async (/** @type {any} */ what) => {
      /** @type {any} */ (globalThis).calls.push(["no permission", what]);
      if (isReminders(what)) reminders = false;
      else app = false;
      return true;
    },
  },
  action: {
    setIcon: async () => {},
    setBadgeText: async (/** @type {{text: string}} */ { text }) => {
      sign.badge = text;
    },
    setTitle: async (/** @type {{title: string}} */ { title }) => {
      sign.title = title;
    },
  },
  tabs: {
    create: (/** @type {any} */ what) => {
      /** @type {any} */ (globalThis).calls.push(["tab", what.url.replace(/.*(?=#)/, "")]);
      return Promise.resolve();
    },
    query: async () => [{ url: asked.get("tab") }],
  },
  storage: {
    session: {
      get: async () => passed,
      set: async (/** @type {object} */ what) => {
        passed = what;
        /** @type {any} */ (globalThis).calls.push(["passed", what]);
      },
      remove: async () => {
        passed = {};
      },
    },
  },
};
window.close = () => {};
/** @type {any} */ (globalThis).asksToKeep = 0;
navigator.storage.persisted = async () => /** @type {any} */ (globalThis).asksToKeep > 0;
navigator.storage.persist = async () => {
  /** @type {any} */ (globalThis).asksToKeep += 1;
  return true;
};

/** @param {any} what a permission */
function isReminders(what) {
  return what.permissions?.includes("notifications") ?? false;
}

/**
 * Return a connection to a host that gives the same answer to every message.
 * @param {object} answer
 */
function host(answer) {
  /** @type {((message: object) => void)[]} */
  const listeners = [];
  return {
    onMessage: { addListener: (/** @type {(message: object) => void} */ listener) => listeners.push(listener) },
    onDisconnect: { addListener: () => {} },
    postMessage: () =>
      setTimeout(() => {
        for (const listener of listeners) listener(answer);
      }),
    disconnect: () => {},
  };
}
