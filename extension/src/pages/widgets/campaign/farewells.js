// What the Today page shows once all campaigns are finished: thanks, what the donor gave, and what came of it.

import { contribution } from "../../../core/contribution.js";
import { periodOf } from "../../../protocol/terms.js";
import { outside } from "../../texts/texts.js";
import { h, p } from "../dom.js";

/**
 * Make a card for each finished campaign. It reads this home alone.
 * @param {import("../../session/app.js").App} app
 * @param {readonly import("../../../core/views.js").JoinedCampaign[]} finished
 */
export async function farewells({ donor, texts }, finished) {
  const sent = (await donor.days.sent()).filter(({ state }) => state === "sent");
  const [results, consents] = [await donor.campaigns.results(), await donor.campaigns.consents()];
  return finished.map(({ id, title }) => {
    const given = sent.flatMap(({ day, campaigns }) =>
      campaigns.filter(({ campaign }) => campaign === id).map((part) => /** @type {const} */ ([day, part])),
    );
    const consent = consents.get(id)?.consent;
    const isWeek = consent !== undefined && periodOf(consent.campaign.terms) === "week";
    const numbers = contribution(given, results.find((one) => one.id === id)?.days ?? []);
    return h(
      "section",
      { class: "card" },
      h("h2", {}, texts.t("farewell", { campaign: outside(title) })),
      h("h3", {}, texts.t("farewell_gave")),
      ...gave(texts, isWeek, numbers).map((line) => p(line)),
      h("h3", {}, texts.t("farewell_came")),
      ...came(texts, isWeek, numbers).map((line) => p(line)),
    );
  });
}

/**
 * Return lines about what the donor gave to the campaign.
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {boolean} isWeek whether the campaign counted by week
 * @param {import("../../../core/contribution.js").Contribution} numbers
 */
function gave(texts, isWeek, { periods, searches, hits, top }) {
  if (periods === 0) return [texts.t("farewell_nothing")];
  const lines = [
    texts.t(isWeek ? "farewell_weeks" : "farewell_days", { n: periods }),
    texts.t("farewell_searches", { n: searches }),
  ];
  const keywords = top.map(([label, count]) => texts.t("waiting_keyword", { keyword: outside(label), count }));
  return hits > 0 ? [...lines, texts.t("farewell_hits", { n: hits, keywords: keywords.join(", ") })] : lines;
}

/**
 * Return lines about what was published of the campaign.
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {boolean} isWeek whether the campaign counted by week
 * @param {import("../../../core/contribution.js").Contribution} numbers
 */
function came(texts, isWeek, { published, donors }) {
  if (published === 0) return [texts.t("farewell_no_results")];
  const line = texts.t(isWeek ? "farewell_weeks" : "farewell_days", { n: published });
  return donors === null ? [line] : [line, texts.t("farewell_donors", { n: donors })];
}
