// The page of changes in joined campaigns, to which the donor agrees with one button each.

import { isEqual, onlyGrows } from "../../../core/donation/consent.js";
import { privacySentences } from "../../texts/terms_texts.js";
import { outside } from "../../texts/texts.js";
import { keywords } from "../../widgets/campaign/keyword_list.js";
import { button, h, p } from "../../widgets/dom.js";
import { consentStep } from "./consent.js";
import { narrowed } from "./flow.js";

/** @typedef {import("../../../core/views.js").Offer} Offer */
/** @typedef {import("../../../core/views.js").Consent} Consent */
/** @typedef {import("../../../core/views.js").Campaign} Campaign */

/**
 * Shows each campaign that has changed since the donor agreed: what is new, and a button that agrees. If more has
 * changed than its keywords, the whole consent is asked for again, as on joining.
 */
export class NewKeywordsPage {
  /**
   * The consents that are asked for: the page is drawn again after each change, and boxes that are ticked stay so.
   * @type {Map<string, {campaign: Campaign, form: HTMLFormElement}>}
   */
  #asked = new Map();

  /** @param {import("../../session/app.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** @returns {Promise<readonly Node[]>} */
  async draw() {
    const { texts, donor } = this.app;
    const joined = (await donor.status()).campaigns.some((campaign) => campaign.left === null);
    const offer = joined ? await donor.campaigns.listedOffer() : null;
    const changed = Object.values(offer?.consents ?? {}).filter((held) => {
      const newest = offer?.campaigns[held.campaign.id];
      return newest !== undefined && !isEqual(newest, held.campaign);
    });
    const parts = changed.flatMap((held) => (offer ? this.#campaign(offer, held) : []));
    return [
      h("h1", {}, texts.t("new_keywords")),
      ...(parts.length > 0 ? parts : [p(texts.t("no_new_keywords"))]),
      h("p", {}, h("a", { class: "button", href: "#today" }, texts.t("back_to_today"))),
    ];
  }

  /**
   * @param {Offer} offer
   * @param {Consent} held
   */
  #campaign(offer, held) {
    const { texts } = this.app;
    const newest = offer.campaigns[held.campaign.id];
    const added = new Set(newest.vocabulary.filter((word) => !held.campaign.vocabulary.includes(word)));
    const parts = [
      h("h2", {}, outside(newest.title)),
      ...(added.size > 0 ? [p(texts.count("keywords_added", added.size))] : []),
      keywords(texts, newest.vocabulary, `find-new-${newest.id}`, added),
    ];
    if (JSON.stringify(newest.terms) !== JSON.stringify(held.campaign.terms)) {
      parts.push(p(texts.t("terms_changed"), "amber"));
      parts.push(...privacySentences(texts, newest.terms).map((text) => p(text)));
    }
    const decision = onlyGrows(newest, held.campaign)
      ? h(
          "p",
          {},
          this.#agree(offer, newest, () => held.stratum),
        )
      : this.#inFull(offer, newest);
    return [h("section", { class: "card" }, ...parts, decision)];
  }

  /**
   * Return the consent to a campaign as on joining, with its boxes.
   * @param {Offer} offer
   * @param {Campaign} campaign
   */
  #inFull(offer, campaign) {
    const kept = this.#asked.get(campaign.id);
    if (kept !== undefined && isEqual(kept.campaign, campaign)) return kept.form;
    const { texts } = this.app;
    const step = consentStep(texts, campaign, offer.info.witnesses);
    const agree = this.#agree(offer, campaign, step.stratum);
    const says = p(texts.t("more_changed"), "amber");
    const form = h("form", { novalidate: true }, says, ...step.nodes, h("p", {}, agree));
    const update = () => {
      agree.disabled = step.missing?.() !== null;
    };
    form.addEventListener("input", update);
    form.addEventListener("submit", (event) => event.preventDefault());
    update();
    this.#asked.set(campaign.id, { campaign, form });
    return form;
  }

  /**
   * @param {Offer} offer
   * @param {Campaign} campaign
   * @param {() => string | null} stratum
   */
  #agree(offer, { id, title }, stratum) {
    const { app } = this;
    const { texts, donor } = app;
    const work = () =>
      donor.campaigns.accept(narrowed(offer, [id]), { strata: { [id]: stratum() }, language: texts.tag });
    const attributes = {
      class: "primary",
      id: `agree-changes-${id}`,
      "aria-label": texts.of(texts.t("agree"), outside(title)),
    };
    return button(texts.t("agree"), () => app.act(work, { says: () => texts.t("agreed_new") }), attributes);
  }
}
