// Steps that are read one after the other, with a way back.

import { button, h, redraw } from "../../widgets/dom.js";

/** @typedef {import("../../session/app.js").App} App */

/**
 * One step.
 *
 * - `label`: the text of the button that goes on.
 * - `isComplete`: returns whether the donor can go on.
 * - `leave`: is called when the donor goes on; returns false if the next step can't be shown (yet).
 * @typedef {{
 *   title: string, nodes: readonly Node[], label?: string, isComplete?: () => boolean,
 *   leave?: () => boolean | Promise<boolean>,
 * }} Step
 */

/** Shows steps one after the other, and calls `finish` after the last. */
export class Steps {
  #here = 0;
  #leaving = false;
  /** @type {readonly Step[]} */
  #steps;

  /**
   * @param {App} app
   * @param {readonly Step[]} steps
   * @param {number} expected how many steps there will probably be in the end
   * @param {{finish: () => Promise<unknown>, later?: (() => void) | null}} then `later`: what follows "not now"
   */
  constructor(app, steps, expected, { finish, later = null }) {
    this.app = app;
    this.expected = expected;
    this.finish = finish;
    this.later = later;
    this.#steps = steps;
    this.form = h("form", { class: "steps", novalidate: true });
    this.next = h("button", { type: "submit", class: "primary", id: "next" });
    this.form.addEventListener("input", () => this.update());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#on();
    });
    this.#show(0, false);
  }

  /** The section's content. It is always the same form, so that nothing typed into it is lost. */
  draw() {
    return [this.form];
  }

  /**
   * Replace the steps after the one that is shown, except the last ones.
   * @param {readonly Step[]} steps
   * @param {number} last how many of the last steps stay
   */
  follow(steps, last) {
    const kept = last === 0 ? [] : this.#steps.slice(-last);
    this.#steps = [...this.#steps.slice(0, this.#here + 1), ...steps, ...kept];
  }

  /** Check again whether the donor can go on. */
  update() {
    const { isComplete, label } = this.#steps[this.#here];
    this.next.textContent = label ?? this.app.texts.t("continue");
    this.next.disabled = isComplete ? !isComplete() : false;
  }

  async #on() {
    if (this.#leaving || this.next.disabled) return;
    this.#leaving = true;
    try {
      if (!((await this.#steps[this.#here].leave?.()) ?? true)) return;
      if (this.#here + 1 < this.#steps.length) this.#show(this.#here + 1);
      else await this.finish();
    } finally {
      this.#leaving = false;
    }
  }

  /**
   * @param {number} place
   * @param {boolean} [focus] whether the title gets the focus, which has it read out
   */
  #show(place, focus = true) {
    this.#here = place;
    this.app.screen.warn("");
    const { title, nodes } = this.#steps[place];
    const heading = h("h1", { tabindex: -1 }, title);
    redraw(this.form, heading, ...nodes, this.#foot(place));
    this.update();
    if (focus) heading.focus();
    if (focus) window.scrollTo(0, 0);
  }

  /** @param {number} place */
  #foot(place) {
    const { texts } = this.app;
    const count = Math.max(this.#steps.length, this.expected);
    return h(
      "div",
      { class: "foot" },
      h("span", { class: "quiet" }, texts.t("place", { place: place + 1, count })),
      this.later && button(texts.t("later_on"), this.later, { class: "link", id: "later-on" }),
      place > 0 && button(texts.t("back"), () => this.#show(place - 1), { id: "back" }),
      this.next,
    );
  }
}
