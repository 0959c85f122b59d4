// The campaigns that are joined, and their server.

import { campaignLine, regionName } from "../../texts/campaign_texts.js";
import { outside } from "../../texts/texts.js";
import { agreedDetails } from "../../widgets/campaign/details.js";
import { ask } from "../../widgets/dialog.js";
import { button, h, p } from "../../widgets/dom.js";
import { fold } from "../../widgets/long_list.js";

/** @typedef {import("../../session/app.js").App} App */
/** @typedef {import("../../../core/views.js").JoinedCampaign} JoinedCampaign */

/**
 * @param {App} app
 * @param {import("../../../core/views.js").Status} state
 * @param {readonly import("../../../core/views.js").OnOffer[]} offers
 * @param {Awaited<ReturnType<App["donor"]["campaigns"]["consents"]>>} consents
 */
export function campaignParts(app, state, offers, consents) {
  const { texts } = app;
  const [name, address] = [outside(state.serverName ?? ""), outside(state.server ?? "")];
  const server = state.server === null ? texts.t("no_server") : texts.t("server", { name, address });
  const others = offers.filter((offer) => !offer.joined).length;
  return [
    p(server, "quiet"),
    ...state.campaigns.map((campaign) => card(app, campaign, consents.get(campaign.id)?.consent)),
    ...(others > 0 ? [p(texts.count("others_to_join", others))] : []),
    h(
      "p",
      {},
      h("a", { class: "button", href: "#join" }, texts.t(state.server === null ? "join_campaign" : "join_another")),
    ),
  ];
}

/**
 * @param {App} app
 * @param {JoinedCampaign} campaign
 * @param {import("../../../core/views.js").Consent | undefined} consent
 */
function card(app, campaign, consent) {
  const { texts } = app;
  const box = h("div", { class: "card" }, h("h3", {}, outside(campaign.title)), p(since(app, campaign), "quiet"));
  if (consent) {
    const draw = () => h("div", {}, ...agreedDetails(texts, consent));
    box.append(fold(`read-${campaign.id}`, [texts.t("read_agreed")], draw));
  }
  if (campaign.left !== null) return box;
  box.append(p(campaignLine(texts, campaign), "quiet"));
  const row = h("div", { class: "row" });
  if (campaign.completion) {
    box.append(p(completion(app, campaign.completion)), p(app.texts.t("completion_who"), "quiet"));
    if (campaign.completion.code !== null) row.append(copying(app, campaign, campaign.completion.code));
  }
  if (campaign.changed) {
    const added = campaign.waitingEntries;
    const label = added > 0 ? texts.count("look_at_keywords", added) : texts.t("look_at_changes");
    row.append(h("a", { class: "button", href: "#keywords" }, label));
  }
  const attributes = { id: `leave-${campaign.id}`, "aria-label": texts.of(texts.t("leave"), outside(campaign.title)) };
  row.append(button(texts.t("leave"), () => leave(app, campaign), attributes));
  box.append(row);
  return box;
}

/**
 * @param {App} app
 * @param {JoinedCampaign} campaign
 */
function since({ texts }, campaign) {
  if (campaign.left !== null) return texts.t("left_on", { day: texts.dayOf(campaign.left) });
  return texts.t("joined_on", {
    day: texts.dayOf(campaign.joined),
    keywords: texts.count("keywords", campaign.entries),
    region: campaign.stratum !== null ? regionName(texts, campaign.stratum) : texts.t("no_region"),
  });
}

/**
 * @param {App} app
 * @param {import("../../../core/views.js").Completion} told
 */
function completion({ texts }, { days, there, code }) {
  return code === null ? texts.count("completion_days", days, { there }) : texts.t("completion_code", { code });
}

/**
 * @param {App} app
 * @param {JoinedCampaign} campaign
 * @param {string} code
 */
function copying(app, { id, title }, code) {
  const { texts } = app;
  const label = texts.t("completion_copy");
  const copy = () => app.act(() => app.browser.copy(code), { says: () => texts.t("completion_copied") });
  return button(label, copy, { id: `copy-${id}`, "aria-label": texts.of(label, outside(title)) });
}

/**
 * @param {App} app
 * @param {JoinedCampaign} campaign
 */
function leave(app, campaign) {
  const { texts, donor } = app;
  const title = texts.t("leave_title", { title: outside(campaign.title) });
  ask(texts, { title, says: [texts.t("leave_what")], label: texts.t("leave_go") }, () => {
    app.act(() => donor.campaigns.leave(campaign.id), { says: () => texts.t("changed") });
  });
}
