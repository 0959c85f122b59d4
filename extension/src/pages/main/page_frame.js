// The frame of the full page: icon and tabs above, errors and content below, the status line at the end.

import { button, h, redraw } from "../widgets/dom.js";
import { arrived, PATIENCE, wait } from "../widgets/loading.js";
import { ring } from "../widgets/ring.js";

/** @typedef {import("../texts/texts.js").Texts} Texts */

/** @type {readonly string[]} */
export const TABS = Object.freeze(["today", "sent", "results", "settings"]);

/** How long a message about what was done stays, in milliseconds. */
const SAID = 8_000;

/** The frame of the full page, which is there in every section. It is the Screen of session/app.js. */
export class MainScreen {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #forget;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #patience;

  #doing = "";
  /** @type {(() => void) | null} undoes what was done last */
  #undo = null;

  constructor() {
    this.name = h("div", { class: "name" });
    this.nav = h("nav");
    this.notices = h("div", { id: "notices" });
    this.trouble = h("div", { role: "alert", id: "trouble" });
    this.main = h("main", { id: "content", tabindex: -1 });
    this.status = h("p", { role: "status" });
    this.line = h("p", { id: "status-line" });
    this.skip = button("", () => this.main.focus(), { class: "skip" });
    this.undo = h("span");
    const footer = h("footer", {}, this.status, this.undo, this.line);
    document.body.replaceChildren(
      this.skip,
      h("header", {}, this.name, this.nav),
      this.notices,
      this.trouble,
      this.main,
      footer,
    );
    document.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /**
   * Show the icon and the tabs.
   * @param {Texts} texts
   * @param {import("../widgets/ring.js").Ring} sign
   * @param {string} section the one that is shown
   * @param {boolean} tabs whether the tabs are shown: they are not during the introduction
   */
  head(texts, sign, section, tabs) {
    this.texts = texts;
    this.skip.textContent = texts.t("skip");
    this.name.replaceChildren(ring(sign, 32), texts.t("extension_name"));
    this.nav.setAttribute("aria-label", texts.t("pages"));
    this.nav.hidden = !tabs;
    redraw(this.nav, ...TABS.map((tab) => tabOf(texts, tab, tab === section)));
  }

  /**
   * Show what the page waits for, until `show` is called.
   * @param {string} text
   */
  wait(text) {
    wait(this.main, text);
  }

  /**
   * Show a section.
   * @param {string} title of the section
   * @param {boolean} tab whether it is one of the tabs: then the tab shows the title, and only screen readers get a
   *   heading
   * @param {readonly Node[]} nodes the content; with a heading of its own if it is no tab
   */
  show(title, tab, nodes) {
    arrived(this.main);
    this.main.setAttribute("aria-label", title);
    redraw(this.main, tab && h("h1", { class: "unseen" }, title), ...nodes);
  }

  /**
   * Set the status line, which is shown when there is no other message.
   * @param {string} text
   */
  stand(text) {
    this.line.textContent = text;
  }

  /**
   * Show what was done. If it can be undone, it stays until something else is done: nobody can be asked to be quick.
   * @param {string} text
   * @param {(() => void) | null} [undo]
   */
  say(text, undo = null) {
    clearTimeout(this.#forget);
    this.#tell(text);
    this.#offer(undo);
    if (text !== "" && undo === null) this.#forget = setTimeout(() => this.#tell(""), SAID);
  }

  /** Take back an offer to undo something that is not shown any more, and the text beside it. */
  withdraw() {
    if (this.#undo !== null) this.say("");
  }

  /**
   * Offer to undo what was done last; null takes the offer back.
   * @param {(() => void) | null} undo
   */
  #offer(undo) {
    const hasFocus = this.undo.contains(document.activeElement);
    this.#undo = undo;
    this.undo.replaceChildren(
      ...(undo === null ? [] : [button(this.texts?.t("undo") ?? "↶", () => this.#undone(), { id: "undo" })]),
    );
    if (hasFocus) this.main.focus();
  }

  #undone() {
    const undo = this.#undo;
    this.#offer(null);
    undo?.();
  }

  /**
   * Undo with Ctrl+Z or Command+Z, but leave the keys to a field that the donor types into.
   * @param {KeyboardEvent} event
   */
  #pressed(event) {
    const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
    if (this.#undo === null || isTyping || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    if (event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    this.#undone();
  }

  /** @param {string} text */
  doing(text) {
    clearTimeout(this.#patience);
    if (text === "" && this.status.textContent === this.#doing) this.say("");
    this.#doing = text;
    if (text !== "") this.#patience = setTimeout(() => this.#tell(text), PATIENCE);
  }

  /** @param {string} text */
  warn(text) {
    if (text === "") return this.trouble.replaceChildren();
    const close = button(this.texts?.t("close_note") ?? "×", () => this.warn(""), { class: "link" });
    this.trouble.replaceChildren(h("div", { class: "notice" }, h("p", { class: "amber" }, text), close));
  }

  /** @param {string} text */
  #tell(text) {
    this.status.textContent = text;
    this.line.hidden = text !== "";
  }
}

/**
 * @param {Texts} texts
 * @param {string} tab
 * @param {boolean} current
 */
function tabOf(texts, tab, current) {
  return h("a", { href: `#${tab}`, id: `tab-${tab}`, "aria-current": current && "page" }, texts.t(`tab_${tab}`));
}
