// Steps that are read one after the other, with a way back.

import { button, h, redraw } from "../../widgets/dom.js";

/** @typedef {import("../../session/app.js").App} App */

/** @typedef {{text: string, field: HTMLElement | null}} Missing */

/**
 * One step.
 *
 * - `label`: the text of the button that goes on.
 * - `missing`: returns what the donor has to do before going on: the sentence that says so, and the field for it; null
 *   if nothing.
 * - `leave`: is called when the donor goes on; returns false if the next step can't be shown (yet).
 * - `isAnswered`: whether the donor has given the step's answer elsewhere. Going on leaves the step at once. It is shown
 *   if it can't be left, and on the way back.
 * @typedef {{
 *   title: string, nodes: readonly Node[], label?: string, missing?: () => Missing | null,
 *   leave?: () => boolean | Promise<boolean>, isAnswered?: boolean,
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
    this.where = h("span", { class: "quiet" });
    this.form.addEventListener("input", () => {
      this.app.screen.warn("");
      this.update();
    });
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

  /**
   * Keep that the donor has given a step's answer elsewhere, unless the step was shown already.
   * @param {Step} step
   */
  answered(step) {
    step.isAnswered = this.#steps.indexOf(step) > this.#here;
    this.update();
  }

  /** Show again where the donor is, and how to go on. */
  update() {
    this.next.textContent = this.#steps[this.#here].label ?? this.app.texts.t("continue");
    this.#count();
  }

  /** Go on, or say what is missing. A button that is disabled can't be reached with the keyboard, and doesn't say why. */
  async #on() {
    if (this.#leaving) return;
    const missing = this.#steps[this.#here].missing?.() ?? null;
    this.app.screen.warn(missing?.text ?? "");
    if (missing !== null) return missing.field?.focus();
    this.#leaving = true;
    const shown = this.#here;
    try {
      do {
        const left = this.#steps[this.#here].leave?.() ?? true;
        // Nothing is awaited without need: browsers allow questions for permissions only during the click.
        if (left !== true && !(await left)) break;
        this.#here += 1;
      } while (this.#steps[this.#here]?.isAnswered);
      if (this.#here === this.#steps.length) await this.#end();
      else if (this.#here !== shown) this.#show(this.#here);
    } finally {
      this.#leaving = false;
    }
  }

  async #end() {
    this.#here -= 1; // the last step stays, in case the end fails
    await this.finish();
  }

  /**
   * @param {number} place
   * @param {boolean} [focus] whether the title gets the focus, which has it read out
   */
  #show(place, focus = true) {
    this.#here = place;
    this.app.screen.warn("");
    this.#steps[place].isAnswered = false;
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
    const back = () => this.#leaving || this.#show(place - 1); // what is under way belongs to the step that is shown
    return h(
      "div",
      { class: "foot" },
      this.where,
      this.later && button(texts.t("later_on"), this.later, { class: "link", id: "later-on" }),
      place > 0 && button(texts.t("back"), back, { id: "back" }),
      this.next,
    );
  }

  /** Say which step this is, of how many. Steps that are not shown don't count. */
  #count() {
    const { texts } = this.app;
    const shown = (/** @type {readonly Step[]} */ steps) => steps.filter((step) => !step.isAnswered).length;
    const answered = this.#steps.length - shown(this.#steps);
    const place = shown(this.#steps.slice(0, this.#here + 1));
    const count = Math.max(this.#steps.length, this.expected) - answered;
    redraw(
      this.where,
      h("span", { class: "unseen" }, texts.t("place", { place, count })),
      h("span", { "aria-hidden": "true" }, texts.t("place_short", { place, count })),
    );
  }
}
