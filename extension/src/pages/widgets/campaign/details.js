// A campaign's details in parts that unfold: in the first run below the consent, and in Settings to be read again.

import { languageOf } from "../../../core/donation/consent.js";
import { INFORMING_LINES } from "../../../protocol/messages.js";
import { regionName } from "../../texts/campaign_texts.js";
import { privacySentences } from "../../texts/terms_texts.js";
import { outside, paragraphs } from "../../texts/texts.js";
import { h, p } from "../dom.js";
import { fold } from "../long_list.js";
import { keywords } from "./keyword_list.js";

/** @typedef {import("../../texts/texts.js").Texts} Texts */
/** @typedef {import("../../../core/views.js").Campaign} Campaign */

/**
 * Return the parts, all closed.
 * @param {Texts} texts
 * @param {Campaign} campaign
 * @param {string} language the tag of the language of the consent text, if the campaign has it
 * @param {string | null} [vouching] a sentence on who vouches for the server
 * @returns {readonly HTMLDetailsElement[]}
 */
export function campaignDetails(texts, campaign, language, vouching = null) {
  const part = (/** @type {string} */ name, /** @type {string} */ heading, /** @type {() => readonly Node[]} */ draw) =>
    fold(`${name}-${campaign.id}`, [heading], () => h("div", {}, ...draw()));
  const agreed = campaign.consent[languageOf(campaign, language)] ?? "";
  return [
    ...rest(agreed).map((all) => part("agreed", texts.t("all_of_consent"), () => all)),
    ...rest(campaign.purpose).map((all) => part("more", texts.t("more_about"), () => all)),
    part("keywords", texts.count("keywords_counted", campaign.vocabulary.length), () => [
      p(texts.t("keywords_what")),
      p(texts.t("keywords_private")),
      keywords(texts, campaign.vocabulary, `find-${campaign.id}`),
    ]),
    part("privacy", texts.t("your_privacy"), () => privacy(texts, campaign, vouching)),
    part("responsible", texts.t("who_responsible"), () => responsible(texts, campaign)),
    part("stopping", texts.t("how_to_stop"), () => [p(texts.t("stop_what"))]),
  ];
}

/**
 * Return what was agreed to, in full: the texts themselves, and the parts that unfold.
 * @param {Texts} texts
 * @param {import("../../../core/views.js").Consent} consent
 * @returns {readonly Node[]}
 */
export function agreedDetails(texts, { campaign, language, stratum }) {
  const agreed = campaign.consent[languageOf(campaign, language)] ?? "";
  return [
    ...paragraphs(campaign.purpose).map((text) => p(text)),
    ...paragraphs(agreed).map((text) => p(text)),
    ...(stratum === null ? [] : [p(texts.t("your_region", { region: regionName(texts, stratum) }))]),
    ...campaignDetails(texts, campaign, language),
  ];
}

/**
 * All paragraphs of a text of which the first screen shows only the first one; none if there are no more.
 * @param {string} text
 */
function rest(text) {
  const all = paragraphs(text);
  return all.length > 1 ? [all.map((one) => p(one))] : [];
}

/**
 * @param {Texts} texts
 * @param {Campaign} campaign
 * @param {string | null} vouching
 */
function privacy(texts, { terms, strata }, vouching) {
  const ofRegion = strata.length > 0 ? [texts.t("region_what")] : [];
  return [...privacySentences(texts, terms), ...(vouching === null ? [] : [vouching]), ...ofRegion].map((text) =>
    p(text),
  );
}

/**
 * @param {Texts} texts
 * @param {Campaign} campaign
 */
function responsible(texts, campaign) {
  const { contact, start, end } = campaign;
  const lines = INFORMING_LINES.filter((name) => campaign[name]);
  return [
    p(texts.t("who_answers", { contact: outside(contact) })),
    ...lines.map((name) => p(texts.t(name, { line: outside(/** @type {string} */ (campaign[name])) }))),
    p(texts.t("runs", { start: texts.shortDay(start), end: texts.shortDay(end) })),
  ];
}
