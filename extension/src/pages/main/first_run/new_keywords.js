// The page of changes in joined campaigns, to which the donor agrees with one button each.

import { isEqual } from "../../../core/donation/consent.js";
import { privacySentences } from "../../texts/terms_texts.js";
import { outside } from "../../texts/texts.js";
import { button, h, p } from "../../widgets/dom.js";
import { keywords } from "../../widgets/keyword_list.js";
import { narrowed } from "./flow.js";

/** @typedef {import("../../../core/views.js").Offer} Offer */
/** @typedef {import("../../../core/views.js").Consent} Consent */

/** Shows each campaign that has changed since the donor agreed: what is new, and a button that agrees. */
export class NewKeywordsPage {
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
      keywords(texts, newest.vocabulary, `find-${newest.id}`, added),
    ];
    if (JSON.stringify(newest.terms) !== JSON.stringify(held.campaign.terms)) {
      parts.push(p(texts.t("terms_changed"), "amber"));
      parts.push(...privacySentences(texts, newest.terms).map((text) => p(text)));
    }
    return [h("section", { class: "card" }, ...parts, h("p", {}, this.#agree(offer, held)))];
  }

  /**
   * @param {Offer} offer
   * @param {Consent} held
   */
  #agree(offer, { campaign: { id, title }, stratum }) {
    const { app } = this;
    const { texts, donor } = app;
    const work = () => donor.campaigns.accept(narrowed(offer, id), { stratum, language: texts.tag });
    const attributes = {
      class: "primary",
      id: `agree-${id}`,
      "aria-label": texts.of(texts.t("agree"), outside(title)),
    };
    return button(texts.t("agree"), () => app.act(work, { says: () => texts.t("agreed_new") }), attributes);
  }
}
