// The step on which the donor reads a campaign's consent text, and agrees.

import { languageOf } from "../../../core/donation/consent.js";
import { privacySentences } from "../../texts/terms_texts.js";
import { outside, paragraphs } from "../../texts/texts.js";
import { h, p } from "../../widgets/dom.js";
import { keywords } from "../../widgets/keyword_list.js";

/** @typedef {import("../../texts/texts.js").Texts} Texts */
/** @typedef {import("../../../core/views.js").Campaign} Campaign */

/** @typedef {import("./steps.js").Step & {campaign: string, stratum: () => string | null}} ConsentStep */

/**
 * Make the step of one campaign: purpose, contact, ethics, dates, privacy, keywords, region, and the text to agree to.
 * @param {Texts} texts
 * @param {Campaign} campaign
 * @returns {ConsentStep}
 */
export function consentStep(texts, campaign) {
  const region = regionField(texts, campaign);
  const box = h("input", { type: "checkbox", id: `agree-${campaign.id}` });
  box.setAttribute("aria-label", texts.of(texts.t("i_agree"), outside(campaign.title)));
  return {
    campaign: campaign.id,
    title: outside(campaign.title),
    nodes: [
      ...description(texts, campaign),
      ...terms(texts, campaign),
      ...(campaign.strata.length > 0 ? regionNodes(texts, region) : []),
      h("h2", {}, texts.t("what_you_agree")),
      ...paragraphs(campaign.consent[languageOf(campaign, texts.tag)] ?? "").map((text) => p(text)),
      h("p", {}, h("label", {}, box, " ", texts.t("i_agree"))),
    ],
    isComplete: () => box.checked && (campaign.strata.length === 0 || region.value !== ""),
    stratum: () => region.value || null,
  };
}

/**
 * @param {Texts} texts
 * @param {Campaign} campaign
 */
function description(texts, { purpose, contact, ethics, start, end }) {
  const dates = { start: texts.shortDay(start), end: texts.shortDay(end) };
  return [
    ...paragraphs(purpose).map((text) => p(text)),
    p(texts.t("who_answers", { contact: outside(contact) }), "quiet"),
    ...(ethics ? [p(texts.t("ethics", { ethics: outside(ethics) }), "quiet")] : []),
    p(texts.t("runs", dates), "quiet"),
  ];
}

/**
 * @param {Texts} texts
 * @param {Campaign} campaign
 */
function terms(texts, campaign) {
  return [
    h("h2", {}, texts.t("your_privacy")),
    ...privacySentences(texts, campaign.terms).map((text) => p(text)),
    h("h2", {}, texts.count("keywords_counted", campaign.vocabulary.length)),
    p(texts.t("keywords_what")),
    keywords(texts, campaign.vocabulary, `find-${campaign.id}`),
  ];
}

/**
 * @param {Texts} texts
 * @param {Campaign} campaign
 */
function regionField(texts, { id, strata }) {
  const options = strata.map((stratum) => h("option", { value: stratum }, outside(stratum)));
  return h("select", { id: `region-${id}` }, h("option", { value: "" }, texts.t("choose")), options);
}

/**
 * @param {Texts} texts
 * @param {HTMLSelectElement} field
 */
function regionNodes(texts, field) {
  return [
    h("p", { class: "row" }, h("label", { for: field.id }, texts.t("region")), field),
    p(texts.t("region_what"), "quiet"),
  ];
}
