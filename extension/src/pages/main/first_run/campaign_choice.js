// The step that lists a server's campaigns.

import { outside, paragraphs } from "../../texts/texts.js";
import { h, p } from "../../widgets/dom.js";

/** @typedef {import("../../../core/views.js").Campaign} Campaign */

/**
 * Make the step that lists the campaigns with their purposes. The chosen ones are shown in full on the next steps.
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {string} server
 * @param {readonly Campaign[]} campaigns those that can be joined
 * @param {{id: string, isJoined: boolean} | null} missing the campaign that the link names, if it can't be joined
 * @param {(names: readonly string[]) => void} choose
 * @returns {import("./steps.js").Step}
 */
export function chooseStep(texts, server, campaigns, missing, choose) {
  const boxes = campaigns.map(({ id }) =>
    h("input", { type: "checkbox", value: id, checked: campaigns.length === 1 && missing === null }),
  );
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const says = texts.t(campaigns.length > 0 ? "offer_what" : "offer_none", { server: outside(server) });
  return {
    title: texts.t("offer_title"),
    nodes: [
      ...(missing === null ? [] : [p(unavailable(texts, missing), "amber")]),
      p(says),
      ...campaigns.map((campaign, place) => offered(texts, campaign, boxes[place])),
    ],
    missing: () =>
      chosen().length > 0
        ? null
        : { text: boxes.length > 0 ? texts.t("missing_campaign") : says, field: boxes[0] ?? null },
    leave: () => {
      choose(chosen());
      return true;
    },
  };
}

/**
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {{id: string, isJoined: boolean}} missing
 */
function unavailable(texts, { id, isJoined }) {
  return texts.t(isJoined ? "offer_joined" : "offer_unknown", { campaign: outside(id) });
}

/**
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {Campaign} campaign
 * @param {HTMLInputElement} box
 */
function offered(texts, { id, title, purpose, contact, end }, box) {
  const until = { contact: outside(contact), day: texts.shortDay(end) };
  box.setAttribute("aria-describedby", `purpose-${id}`);
  return h(
    "div",
    { class: "card" },
    h("p", {}, h("label", { class: "strong" }, box, " ", outside(title))),
    h(
      "div",
      { id: `purpose-${id}` },
      paragraphs(purpose).map((text) => p(text)),
    ),
    p(texts.t("contact_until", until), "quiet"),
  );
}
