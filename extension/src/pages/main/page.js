// The full page: it opens the chosen page under its tab, and keeps it up to date.

import { appStatus, line, ringOf } from "../session/app_status.js";
import { dress } from "../session/open_page.js";
import { showOwnSign } from "../session/toolbar_icon.js";
import { loadTexts } from "../texts/texts.js";
import { redraw } from "../widgets/dom.js";
import { Joining } from "./first_run/flow.js";
import { NewKeywordsPage } from "./first_run/new_keywords.js";
import { erasedNodes, troubleNodes } from "./no_donor.js";
import { notices } from "./notices.js";
import { TABS } from "./page_frame.js";
import { ResultsPage } from "./results/page.js";
import { SentPage } from "./sent/page.js";
import { SettingsPage } from "./settings/page.js";
import { TodayPage } from "./today/page.js";

/** @typedef {import("../session/app.js").App} App */
/** @typedef {import("../session/app_status.js").AppStatus} AppStatus */
/** @typedef {{draw: () => Promise<readonly Node[]>}} Section */

/** Shows the section that the address names. The introduction comes first, until it was read to the end or put off. */
export class Page {
  /** @type {Joining | null} */
  #joining = null;
  /** @type {import("../../donor/campaigns/leave.js").Farewell | null} */
  #erased = null;
  /** The section that is shown. */
  #shown = "";

  /**
   * @param {App} app
   * @param {import("./page_frame.js").MainScreen} screen
   */
  constructor(app, screen) {
    this.app = app;
    this.screen = screen;
    const dressed = () => this.#dress();
    /** @type {Record<string, Section>} */
    this.sections = {
      today: new TodayPage(app),
      sent: new SentPage(app),
      results: new ResultsPage(app),
      settings: new SettingsPage(app, dressed, this.erased),
      keywords: new NewKeywordsPage(app),
    };
    screen.nav.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("a[aria-current]")) app.refresh(); // the address does not change
    });
  }

  /** @type {import("./settings/erase.js").Erased} */
  erased = (farewell) => {
    this.#erased = farewell;
  };

  /** Draw everything as it is now. */
  async draw() {
    const { app, screen } = this;
    if (this.#erased !== null) return this.#plain(erasedNodes(app.texts, this.#erased));
    try {
      const now = await appStatus(app);
      const name = await this.#named(now);
      screen.head(app.texts, ringOf(now), name, name !== "welcome");
      // The introduction says itself where the donor stands: nobody has to read it twice.
      screen.stand(name === "welcome" ? "" : line(app, now));
      await showOwnSign(app, now);
      redraw(screen.notices, ...(name === "welcome" && !now.state.lost ? [] : await notices(app, now)));
      await this.#show(name, now);
    } catch (error) {
      this.#plain(troubleNodes(app.texts, error));
    }
  }

  /** Follow a change of the address: joining begins anew, and the focus goes to the content. */
  async turn() {
    this.#joining = null;
    await this.app.refresh();
    this.screen.main.focus();
    window.scrollTo(0, 0);
  }

  /**
   * Return the name of the section to show: "welcome" for the introduction, else the address's, "today" if it has none.
   * @param {AppStatus} now
   */
  async #named({ joined, state }) {
    const { firstRunDone } = await this.app.donor.settings.preferences();
    if (!joined && !firstRunDone && !state.companion) return "welcome";
    const name = location.hash.slice(1);
    return name === "join" || Object.hasOwn(this.sections, name) ? name : "today";
  }

  /**
   * @param {string} name
   * @param {AppStatus} now
   */
  async #show(name, now) {
    const { texts } = this.app;
    const steps = name === "welcome" || name === "join";
    const section = steps ? this.#join(name === "welcome", now) : this.sections[name];
    // Reading the history takes time. If the day is only drawn again, it stays visible meanwhile.
    if (name === "today" && this.#shown !== name) this.screen.wait(texts.t("reading_history"));
    this.#shown = name;
    const nodes = await section.draw();
    this.screen.show(title(texts, name), TABS.includes(name), nodes);
    document.title = `${title(texts, name)} – ${texts.t("extension_name")}`;
  }

  /**
   * @param {boolean} first
   * @param {AppStatus} now
   */
  #join(first, { joined, state }) {
    const later = first
      ? () => {
          this.app.act(() => this.app.donor.settings.setPreference("firstRunDone", true));
        }
      : null;
    const server = joined ? state.server : null;
    this.#joining ??= new Joining(this.app, {
      first,
      server,
      later,
      joined: () => this.#joined(),
      erased: this.erased,
    });
    return this.#joining;
  }

  #joined() {
    location.hash = "today";
  }

  async #dress() {
    const { app } = this;
    const { language, theme } = await app.donor.settings.preferences();
    app.texts = await loadTexts(language, app.browser);
    dress(app.texts.tag, theme);
  }

  /** @param {readonly Node[]} nodes */
  #plain(nodes) {
    this.screen.head(this.app.texts, "calm", "", false);
    this.screen.stand("");
    redraw(this.screen.notices);
    this.screen.show(this.app.texts.t("extension_name"), false, nodes);
  }
}

/**
 * @param {import("../texts/texts.js").Texts} texts
 * @param {string} name
 */
function title(texts, name) {
  if (name === "keywords") return texts.t("new_keywords");
  return texts.t(TABS.includes(name) ? `tab_${name}` : "join_campaign");
}
