// What every page is given: the donor, the texts, and a way to run an action and report its outcome.

import { errorText } from "../texts/error_texts.js";

/** @typedef {import("../../donor/donor.js").Donor} Donor */
/** @typedef {import("../texts/texts.js").Texts} Texts */
/** @typedef {import("./browser.js").Browser} Browser */

/**
 * What is said while something is done, and when it is. `warns` says what went wrong, in the place of Screen's `warn`.
 * @template Result
 * @typedef {{
 *   doing?: string, says?: (result: Result) => string, done?: (result: Result) => void, warns?: (text: string) => void,
 * }} Telling
 */

/**
 * Where a page shows what is not its content: `say` what was just done, empty when that is over; `doing` what is under
 * way; `warn` of what went wrong, until it is closed.
 * @typedef {{say: (text: string) => void, doing: (text: string) => void, warn: (text: string) => void}} Screen
 */

const MINUTE = 60_000;

/** One open page. */
export class App {
  #under = 0;
  #drawing = false;
  #again = false;

  /**
   * @param {{donor: Donor, texts: Texts, browser: Browser, screen: Screen, draw: () => Promise<void>,
   *   now?: () => number}} parts `draw` shows everything as it is now
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
   * Do something; say what came of it, or why it could not be done, and show how things are then.
   * @template Result
   * @param {() => Promise<Result>} work
   * @param {Telling<Result>} [telling]
   */
  async act(work, { doing = "", says, done, warns } = {}) {
    this.#busy(1, doing);
    try {
      const result = await work();
      this.screen.warn("");
      warns?.("");
      if (says) this.screen.say(says(result));
      done?.(result);
    } catch (error) {
      this.fail(error, warns);
    } finally {
      this.#busy(-1, "");
    }
    await this.refresh();
  }

  /**
   * Tell what went wrong.
   * @param {unknown} error
   * @param {(text: string) => void} [warns]
   */
  fail(error, warns = this.screen.warn.bind(this.screen)) {
    warns(errorText(this.texts, error));
  }

  /** Contact the server and answer its tasks; the same for a person who asks for it and for one who has just joined. */
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

  /** Show everything as it is now; what changes meanwhile is shown by one more drawing. */
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
 * Whether this is the donor's error of that name.
 * @param {unknown} error
 * @param {string} code
 */
export function isCalled(error, code) {
  return error instanceof Error && Reflect.get(error, "code") === code;
}

/**
 * Have the page drawn again whenever the donor has changed elsewhere, in another page or in the background, and when
 * another day begins. A page that nobody sees waits until it is looked at.
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
 * @param {Donor} donor
 * @param {() => void} begun follows when another day begins, at most a minute later
 */
async function followDays(donor, begun) {
  let shown = await donor.today();
  setInterval(async () => {
    const today = await donor.today();
    if (today !== shown) begun();
    shown = today;
  }, MINUTE);
}
