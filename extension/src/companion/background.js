// What goes on without a page: contacting the server when it is time, the app's line, and the sign in the toolbar.

import { Companion } from "./companion.js";
import { connectApp } from "./line.js";

/** @typedef {import("../donor/donor.js").Donor} Donor */
/** @typedef {import("./line.js").AppStatus} AppStatus */
/** @typedef {Readonly<{paused: boolean, waiting: number, trouble: boolean}>} Sign */

const ALARM = "next";
const MINUTE = 60_000;
/** How often the app is asked where it stands; the line is open in between, so that it can ask for searches. */
const APP_MINUTES = 5;
const PAGE = "pages/main/main.html";
const APP = { permissions: ["nativeMessaging"] };

/** The background of one browser. Nothing in it lasts but what the donor keeps: it may be stopped at any moment. */
export class Background {
  /** @type {Promise<void> | null} */
  #working = null;
  #again = false;
  /** @type {Companion | null} */
  #companion = null;

  /**
   * @param {any} api chrome, or browser
   * @param {() => Promise<Donor>} open
   * @param {() => number} [clock]
   */
  constructor(api, open, clock = Date.now) {
    this.api = api;
    this.open = open;
    this.clock = clock;
    /** @type {Promise<Donor> | null} */
    this.opened = null;
  }

  /** Listen, as the browser wants it, before anything is waited for; and look at once what there is to do. */
  listen() {
    const { alarms, permissions, runtime } = this.api;
    const work = () => void this.work();
    runtime.onInstalled.addListener((/** @type {{reason: string}} */ { reason }) => {
      if (reason === "install") this.api.tabs.create({ url: this.api.runtime.getURL(PAGE) });
    });
    for (const event of [alarms.onAlarm, runtime.onStartup, permissions.onAdded, permissions.onRemoved]) {
      event.addListener(work);
    }
    work();
  }

  /** Do what there is to do; asked for meanwhile, once more after it. */
  work() {
    this.#again = true;
    this.#working ??= this.#work();
    return this.#working;
  }

  async #work() {
    while (this.#again) {
      this.#again = false;
      await this.#look().catch(() => this.#failed());
    }
    this.#working = null;
  }

  async #look() {
    this.opened ??= this.open();
    const donor = await this.opened;
    const app = await this.#app(donor);
    // Whether the app donates comes first: it may have begun while this browser was closed.
    if (app?.state !== "unavailable") await this.#contact(donor);
    await this.#plan(donor, app);
    await this.#show(await sign(donor, app));
  }

  /**
   * @param {Donor} donor
   * @returns {Promise<AppStatus | null>} null where this extension may not talk to the app
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
    if (done !== null && (await donor.preferences()).results) await donor.fetchResults().catch(() => {});
  }

  /**
   * @param {Donor} donor
   * @param {AppStatus | null} app
   */
  async #plan(donor, app) {
    const now = this.clock();
    const soon = app?.state === "unavailable" ? MINUTE : APP_MINUTES * MINUTE;
    const next = Math.max(await donor.nextCheckIn(), now + MINUTE);
    this.api.alarms.create(ALARM, { when: app === null ? next : Math.min(next, now + soon) });
  }

  /** What is kept can't be opened, or the disk is full: the pages say so; here it is tried again. */
  async #failed() {
    this.opened = null;
    this.#companion?.close();
    this.#companion = null;
    this.api.alarms.create(ALARM, { when: this.clock() + APP_MINUTES * MINUTE });
    await this.#show({ paused: false, waiting: 0, trouble: true }).catch(() => {});
  }

  /** @param {Sign} sign */
  async #show({ paused, waiting, trouble }) {
    const { action } = this.api;
    const look = paused ? "-paused" : waiting > 0 || trouble ? "-attention" : "";
    await action.setIcon({ path: { 16: `/icons/ring${look}-16.png`, 32: `/icons/ring${look}-32.png` } });
    await action.setBadgeText({ text: trouble ? "!" : waiting > 0 ? String(waiting) : "" });
  }
}

/**
 * What the toolbar shows: the days that wait to be looked through, here or in the app that donates.
 * @param {Donor} donor
 * @param {AppStatus | null} app
 * @returns {Promise<Sign>}
 */
async function sign(donor, app) {
  const { companion, pausedSince, clockIsWrong, lost } = await donor.state();
  if (companion) return { paused: false, waiting: app?.waiting ?? 0, trouble: app?.state !== "donates" };
  const waiting = (await donor.daysToReview()).filter(({ state }) => state === "waits-for-you").length;
  return { paused: pausedSince !== null, waiting, trouble: clockIsWrong || lost };
}
