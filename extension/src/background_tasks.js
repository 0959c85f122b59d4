// What runs while no page is open: check-ins, the connection with the desktop app, reminders, and the toolbar icon.

import { connectApp } from "./extension_bridge/app_connection.js";
import { Companion } from "./extension_bridge/handover.js";
import { isFirefox } from "./gateways/browser/hidden_origin.js";
import { appStatus, line } from "./pages/session/app_status.js";
import { showSign, signOf, titled } from "./pages/session/toolbar_icon.js";
import { reminderText } from "./pages/texts/reminder_texts.js";

/** @typedef {import("./donor/donor.js").Donor} Donor */
/** @typedef {import("./extension_bridge/app_connection.js").DesktopAppStatus} DesktopAppStatus */
/** @typedef {import("./pages/session/toolbar_icon.js").Sign} Sign */
/** @typedef {import("./pages/texts/texts.js").Texts} Texts */

const ALARM = "next";
const STARTED = "started";
const MINUTE = 60_000;
/** How often the app is asked where it stands; the line is open in between, so that it can ask for searches. */
const APP_MINUTES = 5;
/** A browser stops a background that has called none of its functions for 30 s, even while a request is under way. */
const STAY_AWAKE = 20_000;
const PAGE = "pages/main/main.html";
const APP = { permissions: ["nativeMessaging"] };
const REMINDERS = { permissions: ["notifications"] };

/** The background of one browser. Nothing in it lasts but what the donor keeps: it may be stopped at any moment. */
export class Background {
  /** @type {Promise<void> | null} */
  #working = null;
  #again = false;
  /** @type {Companion | null} */
  #companion = null;
  /** When the next contact is due; until that is known, the background is looking already. */
  #due = Number.POSITIVE_INFINITY;

  /**
   * @param {any} api chrome, or browser
   * @param {() => Promise<Donor>} open
   * @param {(language: string | null) => Promise<Texts>} texts loads them; null: the browser's language
   * @param {() => number} [clock]
   */
  constructor(api, open, texts, clock = Date.now) {
    this.api = api;
    this.open = open;
    this.texts = texts;
    this.clock = clock;
    /** @type {Promise<Donor> | null} */
    this.opened = null;
    /** Whether clicks on reminders are listened for. */
    this.hears = false;
  }

  /** Listen, as the browser wants it, before anything is waited for; and look at once what there is to do. */
  listen() {
    const { alarms, permissions, runtime } = this.api;
    const work = () => void this.work();
    // A page's message starts a worker that was stopped, and keeps it until the answer; a BroadcastChannel does neither.
    runtime.onMessage.addListener(
      (/** @type {any} */ _said, /** @type {any} */ _by, /** @type {() => void} */ answer) => {
        this.work().then(answer);
        return true;
      },
    );
    runtime.onInstalled.addListener((/** @type {{reason: string}} */ { reason }) => {
      if (reason === "install") this.api.tabs.create({ url: this.api.runtime.getURL(PAGE) });
    });
    for (const event of [alarms.onAlarm, runtime.onStartup, permissions.onAdded, permissions.onRemoved]) {
      event.addListener(work);
    }
    if (isFirefox(this.api)) this.#watchClock();
    this.#hearClicks();
    work();
  }

  /** Compare the clock with what is due whenever a page is visited, for the first one after a computer's sleep. */
  #watchClock() {
    this.api.history.onVisited.addListener(() => {
      if (this.#due <= this.clock()) this.work();
    });
  }

  /** Open the page when a reminder is clicked. The browser has no notifications before the person allows them. */
  #hearClicks() {
    const { notifications, tabs, runtime } = this.api;
    if (this.hears || !notifications) return;
    this.hears = true;
    notifications.onClicked.addListener((/** @type {string} */ name) => {
      notifications.clear(name);
      tabs.create({ url: runtime.getURL(`${PAGE}#${name}`) });
    });
  }

  /** Do what there is to do; asked for meanwhile, once more after it. */
  work() {
    this.#again = true;
    this.#working ??= this.#work();
    return this.#working;
  }

  async #work() {
    const awake = setInterval(() => this.api.alarms.get(ALARM), STAY_AWAKE);
    while (this.#again) {
      this.#again = false;
      await this.#check().catch(() => this.#failed());
    }
    clearInterval(awake);
    this.#working = null;
  }

  async #check() {
    this.opened ??= this.open();
    const donor = await this.opened;
    await this.#start(donor);
    const app = await this.#app(donor);
    // Whether the app donates comes first: it may have begun while this browser was closed.
    if (app?.state !== "unavailable") await this.#contact(donor);
    await this.#plan(donor, app);
    await this.#show(donor, app);
    await this.#remind(donor);
  }

  /**
   * Begin the wait after the browser's start, once a session of the browser: a background that wakes again does not
   * wait anew. Browsers keep `storage.session` in memory until they are closed.
   * @param {Donor} donor
   */
  async #start(donor) {
    const { session } = this.api.storage;
    if ((await session.get(STARTED))[STARTED]) return;
    await donor.nextCheckIn(true);
    await session.set({ [STARTED]: true });
  }

  /**
   * Show the reminder that is due, if the donor wants reminders and the browser lets us.
   * @param {Donor} donor
   */
  async #remind(donor) {
    if (!(await this.api.permissions.contains(REMINDERS)) || !this.api.notifications) return;
    this.#hearClicks();
    const reminder = await donor.reminders.next();
    if (reminder === null) return;
    const texts = await this.texts((await donor.settings.preferences()).language);
    const name = reminder.kind === "results" ? "results" : "today"; // the page that a click opens
    await this.api.notifications.create(name, {
      type: "basic",
      iconUrl: this.api.runtime.getURL("icons/ring-128.png"),
      title: texts.t("extension_name"),
      message: reminderText(texts, reminder),
    });
  }

  /**
   * @param {Donor} donor
   * @returns {Promise<DesktopAppStatus | null>} null where this extension may not talk to the app
   */
  async #app(donor) {
    if (!(await this.api.permissions.contains(APP))) {
      this.#companion?.close();
      this.#companion = null;
      return null;
    }
    this.#companion ??= new Companion(donor, () => connectApp(this.api), this.api.history ?? null);
    return this.#companion.meet();
  }

  /**
   * Contact the server if it is time; what keeps it from that is kept by the donor, which then plans another time.
   * @param {Donor} donor
   */
  async #contact(donor) {
    if ((await donor.nextCheckIn()) > this.clock()) return;
    // Stopped meanwhile, the background is woken to go on.
    this.api.alarms.create(ALARM, { when: this.clock() + APP_MINUTES * MINUTE });
    const done = await donor.checkIn().catch(() => null);
    if (done !== null && (await donor.settings.preferences()).results)
      await donor.campaigns.fetchResults().catch(() => {});
  }

  /**
   * @param {Donor} donor
   * @param {DesktopAppStatus | null} app
   */
  async #plan(donor, app) {
    const now = this.clock();
    this.#due = await donor.nextCheckIn();
    const next = Math.max(this.#due, now + MINUTE);
    this.api.alarms.create(ALARM, { when: Math.min(next, now + this.#longest(app)) });
  }

  /**
   * Return how long the background may sleep at most, in milliseconds.
   *
   * Firefox's alarms count running time, so after a computer's sleep they are late by all its hours: there the clock is
   * looked at each minute. An alarm's period would not help, as it begins when the alarm has fired. Where the app is
   * asked, that happens every few minutes anyway, and each time may start a process.
   * @param {DesktopAppStatus | null} app
   */
  #longest(app) {
    if (app !== null) return app.state === "unavailable" ? MINUTE : APP_MINUTES * MINUTE;
    return isFirefox(this.api) ? MINUTE : Number.POSITIVE_INFINITY;
  }

  /** What is kept can't be opened, or the disk is full: the pages say so; here it is tried again. */
  async #failed() {
    this.opened = null;
    this.#companion?.close();
    this.#companion = null;
    this.api.alarms.create(ALARM, { when: this.clock() + APP_MINUTES * MINUTE });
    await this.#showTrouble().catch(() => {});
  }

  /**
   * @param {Donor} donor
   * @param {DesktopAppStatus | null} app
   */
  async #show(donor, app) {
    const texts = await this.texts((await donor.settings.preferences()).language);
    const now = await appStatus({ donor });
    const sign = now.state.companion ? ofApp(texts, app, now) : signOf(texts, now, this.clock());
    await showSign(this.api.action, sign);
  }

  async #showTrouble() {
    const texts = await this.texts(null);
    const title = titled(texts, texts.t("trouble_title"));
    await showSign(this.api.action, { ring: "attention", badge: "!", title });
  }
}

/**
 * The sign while the app donates: the days that wait there, or that it does not answer.
 * @param {Texts} texts
 * @param {DesktopAppStatus | null} app
 * @param {import("./pages/session/app_status.js").AppStatus} now
 * @returns {Sign}
 */
function ofApp(texts, app, now) {
  const waiting = app?.waiting ?? 0;
  const outdated = app?.outdated ?? null;
  const badge = app?.state !== "donates" || outdated !== null ? "!" : waiting > 0 ? String(waiting) : "";
  const why = app?.state === "donates" ? line({ texts, now: Date.now }, now) : texts.t("status_companion_silent");
  const title = titled(texts, outdated === null ? why : texts.t(`outdated_${outdated}`));
  return { ring: badge === "" ? "calm" : "attention", badge, title };
}
