// The session of one open page: the donor, the texts, and a way to run an action and report its outcome.

import { errorText } from "../texts/error_texts.js";

/** @typedef {import("../../donor/donor.js").Donor} Donor */
/** @typedef {import("../texts/texts.js").Texts} Texts */
/** @typedef {import("./browser.js").Browser} Browser */

/**
 * How an action is reported.
 *
 * - `doing`: the text while it runs.
 * - `says`: returns the text after it succeeded.
 * - `done`: called after it succeeded.
 * - `undo`: undoes it; offered beside the text of `says`.
 * - `warns`: shows the text of an error, instead of the screen's `warn`; an empty text removes it.
 * @template Result
 * @typedef {{
 *   doing?: string, says?: (result: Result) => string, done?: (result: Result) => void, warns?: (text: string) => void,
 *   undo?: () => void,
 * }} Telling
 */

/**
 * Where a page shows messages beside its content. An empty text removes the message.
 *
 * - `say`: shows what was just done, and offers to undo it if it can be undone.
 * - `doing`: shows what is under way.
 * - `warn`: shows an error, until the donor closes it.
 * @typedef {{say: (text: string, undo?: () => void) => void, doing: (text: string) => void, warn: (text: string) => void,
 *   withdraw?: () => void}} Screen
 */

const MINUTE = 60_000;

/** One open page. */
export class App {
  #under = 0;
  #drawing = false;
  #again = false;

  /**
   * @param {{donor: Donor, texts: Texts, browser: Browser, screen: Screen, draw: () => Promise<void>,
   *   now?: () => number}} parts `draw`: shows everything as it is now; `now`: the time in milliseconds since 1970
   */
  constructor({ donor, texts, browser, screen, draw, now = Date.now }) {
    this.donor = donor;
    this.texts = texts;
    this.browser = browser;
    this.screen = screen;
    this.now = now;
    this.draw = draw;
  }

  /**
   * Run an action, report its outcome or its error, and draw the page again.
   * @template Result
   * @param {() => Promise<Result>} work
   * @param {Telling<Result>} [telling]
   */
  async act(work, { doing = "", says, done, warns, undo } = {}) {
    this.#busy(1, doing);
    try {
      const result = await work();
      this.screen.warn("");
      warns?.("");
      if (says) this.screen.say(says(result), undo);
      done?.(result);
    } catch (error) {
      this.fail(error, warns);
    } finally {
      this.#busy(-1, "");
    }
    await this.refresh();
  }

  /**
   * Report an error.
   * @param {unknown} error
   * @param {(text: string) => void} [warns]
   */
  fail(error, warns = this.screen.warn.bind(this.screen)) {
    warns(errorText(this.texts, error));
  }

  /** Check in with the server, and report the outcome. */
  contact() {
    const { texts } = this;
    return this.act(() => this.donor.checkIn(), {
      doing: texts.t("doing_contact"),
      says: ({ sent, refused }) => {
        if (refused.length > 0) return texts.t("contacted_refused");
        return sent.length > 0 ? texts.count("contacted", sent.length) : texts.t("contacted_nothing");
      },
    });
  }

  /** Draw the page. If this is called while the page is being drawn, it is drawn once more afterwards. */
  async refresh() {
    this.#again = true;
    if (this.#drawing) return;
    this.#drawing = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.draw();
      }
    } finally {
      this.#drawing = false;
    }
  }

  /**
   * Count an action that begins (1) or ends (-1). The screen's `doing` is cleared when the last one ends.
   * @param {1 | -1} more
   * @param {string} doing
   */
  #busy(more, doing) {
    this.#under += more;
    if (more === 1 && doing !== "") this.screen.doing(doing);
    if (this.#under === 0) this.screen.doing("");
  }
}

/**
 * Return whether an error has this code, such as a DonorError's.
 * @param {unknown} error
 * @param {string} code
 */
export function isCalled(error, code) {
  return error instanceof Error && Reflect.get(error, "code") === code;
}

/**
 * Draw the page again whenever the donor has changed, in another page or in the background, and when another data day
 * begins. A hidden page is drawn when it becomes visible.
 * @param {App} app
 */
export function follow(app) {
  const refresh = () => {
    if (!document.hidden) app.refresh();
  };
  new BroadcastChannel("pdd").addEventListener("message", refresh);
  document.addEventListener("visibilitychange", refresh);
  followDays(app.donor, refresh);
}

/**
 * Call a function whenever another data day has begun.
 * @param {Donor} donor
 * @param {() => void} begun is called at most a minute after the day's start
 */
async function followDays(donor, begun) {
  let shown = await donor.today();
  setInterval(async () => {
    const today = await donor.today();
    if (today !== shown) begun();
    shown = today;
  }, MINUTE);
}
