// The step on which the donor decides about a campaign. The rest of what they agree to unfolds below.

import { languageOf } from "../../../core/donation/consent.js";
import { isHigh as isHighCost, percentOf } from "../../../privacy/accounting/certainty.js";
import { regionName } from "../../texts/campaign_texts.js";
import { certainty, risk, vouching } from "../../texts/terms_texts.js";
import { outside, paragraphs } from "../../texts/texts.js";
import { campaignDetails } from "../../widgets/campaign/details.js";
import { certaintyBar } from "../../widgets/chart/certainty_bar.js";
import { h, p } from "../../widgets/dom.js";
import { LastWeek } from "./last_week.js";

/** @typedef {import("../../texts/texts.js").Texts} Texts */
/** @typedef {import("../../../core/views.js").Campaign} Campaign */

/**
 * @typedef {import("./steps.js").Step & {
 *   campaign: string, stratum: () => string | null, week: LastWeek,
 * }} ConsentStep `week` is filled in once the days are counted
 */

/**
 * Make the step of one campaign: purpose, who asks, last week, privacy, region, the text to agree to. A campaign whose privacy
 * cost is high asks one thing more: whether that is all right.
 * @param {Texts} texts
 * @param {Campaign} campaign
 * @param {import("../../../protocol/messages.js").WitnessPolicy} [witnesses] those that the server names
 * @returns {ConsentStep}
 */
export function consentStep(texts, campaign, witnesses) {
  const isCohort = campaign.terms.protocol === "cohort";
  const region = regionField(texts, campaign);
  const box = h("input", { type: "checkbox", id: `agree-${campaign.id}` });
  box.setAttribute("aria-label", texts.of(texts.t("i_agree"), outside(campaign.title)));
  const isHigh = isHighCost(campaign.terms.budget);
  const week = new LastWeek(texts);
  const accepts = h("input", { type: "checkbox", id: `cost-${campaign.id}`, "aria-label": texts.t("cost_accepted") });
  return {
    campaign: campaign.id,
    title: outside(campaign.title),
    nodes: [
      ...first(campaign.purpose),
      p(texts.t("contact_until", { contact: outside(campaign.contact), day: texts.shortDay(campaign.end) }), "quiet"),
      week.node,
      ...privacy(texts, campaign, isHigh ? accepts : null),
      ...(campaign.strata.length > 0 ? regionNodes(texts, region) : []),
      ...first(campaign.consent[languageOf(campaign, texts.tag)] ?? ""),
      h("p", {}, h("label", {}, box, " ", texts.t("i_agree"))),
      ...campaignDetails(texts, campaign, texts.tag, isCohort ? vouching(texts, witnesses ?? null) : null),
    ],
    missing: () => {
      if (isHigh && !accepts.checked) return { text: texts.t("missing_cost"), field: accepts };
      if (campaign.strata.length > 0 && region.value === "") return { text: texts.t("missing_region"), field: region };
      return box.checked ? null : { text: texts.t("missing_consent"), field: box };
    },
    stratum: () => region.value || null,
    week,
  };
}

/**
 * The first paragraph of a text; the others unfold.
 * @param {string} text
 */
function first(text) {
  return paragraphs(text)
    .slice(0, 1)
    .map((one) => p(one));
}

/**
 * Say what the results and the server can tell about the donor; ask whether a high cost is all right.
 * @param {Texts} texts
 * @param {Campaign} campaign
 * @param {HTMLInputElement | null} accepts the box of that question
 */
function privacy(texts, { terms }, accepts) {
  const percent = percentOf(terms.budget);
  const isHigh = accepts !== null;
  return [
    p(certainty(texts, terms.budget), isHigh ? "amber" : undefined),
    ...(percent === null ? [] : [certaintyBar(texts, percent, isHigh)]),
    ...(accepts === null
      ? []
      : [p(texts.t("cost_ok"), "amber"), h("p", { class: "amber" }, h("label", {}, accepts, " ", texts.t("yes")))]),
    p(risk(texts, terms)),
  ];
}

/**
 * @param {Texts} texts
 * @param {Campaign} campaign
 */
function regionField(texts, { id, strata }) {
  const options = strata.map((stratum) => h("option", { value: stratum }, regionName(texts, stratum)));
  return h("select", { id: `region-${id}` }, h("option", { value: "" }, texts.t("choose")), options);
}

/**
 * @param {Texts} texts
 * @param {HTMLSelectElement} field
 */
function regionNodes(texts, field) {
  return [h("p", { class: "row" }, h("label", { for: field.id }, texts.t("region_label")), field)];
}
