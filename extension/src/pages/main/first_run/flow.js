// The steps of the first run, and of joining later, in their order; at the end the donor agrees to the chosen
// campaigns.

import { isEqual } from "../../../core/donation/consent.js";
import { outside } from "../../texts/texts.js";
import { sendingChoice } from "../../widgets/sending_choice.js";
import { remindersBox } from "../settings/reminders.js";
import { chooseStep } from "./campaign_choice.js";
import { consentStep } from "./consent.js";
import { introStep } from "./intro.js";
import { ownServerStep, whereStep } from "./server_address.js";
import { Steps } from "./steps.js";

/** @typedef {import("../../session/app.js").App} App */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("../../session/join_link.js").Link} Link */
/** @typedef {import("../../../core/views.js").Offer} Offer */

// The steps that are expected between the introduction and the last one: the address, the choice, one campaign's
// consent.
const BETWEEN = 3;

/** Fetches an offer, shows the consent text of each chosen campaign, and agrees to them after the last step. */
export class Joining {
  /** @type {import("../../../core/views.js").Sending} */
  #mode = "review";
  #reminders = false;
  /** @type {Offer | null} */
  #offer = null;
  /** @type {string | null} */
  #invitation = null;
  /** @type {readonly import("./consent.js").ConsentStep[]} */
  #consents = [];

  /**
   * @param {App} app
   * @param {{first: boolean, server: string | null, later: (() => void) | null, joined: () => void,
   *   erased: import("../settings/erase.js").Erased}} how `first`: with the first pages; `server`: the one that is
   *   joined; `later` follows "not now", `joined` the end, `erased` erasing everything to join elsewhere
   */
  constructor(app, { first, server, later, joined, erased }) {
    this.app = app;
    this.joined = joined;
    /** @type {import("./server_address.js").Offered} */
    const offered = (offer, link) => this.#offered(offer, link);
    /** @type {Step[]} */
    const before = first ? [introStep(app.texts)] : [];
    /** @type {(step: Step, link: Link) => void} */
    const opened = (step, link) => this.#opened(before, step, link);
    const where = server === null ? whereStep(app, offered, opened) : ownServerStep(app, server, offered, erased);
    // A donor who has joined a server before has chosen how to send already.
    this.last = server === null ? [this.#sending()] : [];
    const expected = before.length + BETWEEN + this.last.length;
    const then = { finish: () => this.#finish(), later };
    this.steps = new Steps(app, [...before, where, ...this.last], expected, then);
  }

  /** @returns {Promise<readonly Node[]>} */
  async draw() {
    return this.steps.draw();
  }

  /**
   * Have the introduction lead to the study that the donor opened from its page.
   * @param {readonly Step[]} before the introduction, if it is shown
   * @param {Step} where the step of its link
   * @param {Link} link
   */
  #opened(before, where, { url }) {
    const host = outside(new URL(url).host);
    for (const step of before) step.label = this.app.texts.t("popup_open_study", { host });
    this.steps.expected -= 1; // a study's page names its campaign, so none is to be chosen
    this.steps.answered(where);
  }

  /** @returns {Step} */
  #sending() {
    const { texts } = this.app;
    const choice = sendingChoice(texts, this.#mode, (mode) => {
      this.#mode = mode;
    });
    const reminders = remindersBox(this.app, this.#reminders, async (on) => {
      this.#reminders = on;
    });
    return { title: texts.t("how_to_send"), nodes: [choice, reminders], label: texts.t("join") };
  }

  /**
   * @param {Offer} offer
   * @param {Link} link
   */
  #offered(offer, { campaign, invitation }) {
    this.#offer = offer;
    this.#invitation = invitation;
    const free = Object.values(offer.campaigns).filter(({ id }) => {
      const held = offer.consents[id];
      return held === undefined || !isEqual(held.campaign, offer.campaigns[id]);
    });
    const named = free.find(({ id }) => id === campaign);
    if (named) this.#choose([named.id]);
    else {
      const choose = (/** @type {readonly string[]} */ names) => this.#choose(names);
      const isJoined = campaign !== null && offer.consents[campaign] !== undefined;
      const named = campaign === null ? null : { id: campaign, isJoined };
      this.steps.follow([chooseStep(this.app.texts, offer.info.name, free, named, choose)], this.last.length);
    }
  }

  /** @param {readonly string[]} names */
  #choose(names) {
    const { texts } = this.app;
    const { campaigns, info } = /** @type {Offer} */ (this.#offer);
    this.#consents = names.map((name) => consentStep(texts, campaigns[name], info.witnesses));
    const final = this.#consents.at(-1);
    if (final && this.last.length === 0) final.label = texts.t("join");
    this.steps.expected = 0; // from here on the number of steps is known
    this.steps.follow(this.#consents, this.last.length);
    this.#showWeek(/** @type {Offer} */ (this.#offer), this.#consents);
  }

  /**
   * Show each campaign what it would have counted of the last week, then what all donors gave. A person can decide
   * without either, so an error is not shown.
   * @param {Offer} offer
   * @param {readonly import("./consent.js").ConsentStep[]} consents
   */
  async #showWeek(offer, consents) {
    const { donor } = this.app;
    const own = await donor.days.lastWeek(offer).catch(() => null);
    const show = (/** @type {readonly import("../../../core/views.js").CampaignResults[]} */ found) => {
      for (const { campaign, week } of consents) {
        const results = found.find(({ id }) => id === campaign);
        week.show(own?.get(campaign) ?? null, results);
      }
    };
    show([]);
    show(await donor.campaigns.offeredResults(offer).catch(() => []));
  }

  async #finish() {
    const { app } = this;
    let joined = false;
    const end = () => {
      joined = true;
      this.joined();
    };
    await app.act(() => this.#agree(), {
      doing: app.texts.t("doing_join"),
      says: () => app.texts.t("joined_done"),
      done: end,
    });
    if (!joined) return;
    app.browser.keepStorage().catch(() => {}); // not awaited: in Firefox the answer is the donor's, who may take long
    await app.contact();
  }

  async #agree() {
    const { donor, texts } = this.app;
    const offer = /** @type {Offer} */ (this.#offer);
    if (this.last.length > 0) {
      await donor.settings.setSending(this.#mode);
      await donor.settings.setPreference("reminders", this.#reminders);
    }
    const strata = Object.fromEntries(this.#consents.map(({ campaign, stratum }) => [campaign, stratum()]));
    const terms = { strata, invitation: this.#invitation, language: texts.tag };
    await donor.campaigns.accept(narrowed(offer, Object.keys(strata)), terms);
    await donor.settings.setPreference("firstRunDone", true);
  }
}

/**
 * Return the offer of these campaigns alone.
 * @param {Offer} offer
 * @param {readonly string[]} names
 * @returns {Offer}
 */
export function narrowed(offer, names) {
  const ofNames = (/** @type {Readonly<Record<string, any>>} */ all) =>
    Object.freeze(Object.fromEntries(names.map((name) => [name, all[name]])));
  return Object.freeze({ ...offer, campaigns: ofNames(offer.campaigns), signed: ofNames(offer.signed) });
}
