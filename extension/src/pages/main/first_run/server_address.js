// The step that asks for a server's address, and fetches its offer.

import { parseLink } from "../../session/join_link.js";
import { PageError } from "../../texts/error_texts.js";
import { h, p } from "../../widgets/dom.js";
import { eraseButton } from "../settings/erase.js";

/** @typedef {import("../../session/app.js").App} App */
/** @typedef {import("../../../core/views.js").Offer} Offer */
/** @typedef {import("../../session/join_link.js").Link} Link */
/** @typedef {(offer: Offer, link: Link) => void} Offered */

/**
 * Make the step that takes a link, fetches its server's offer, and asks for an invitation if the server wants one.
 * @param {App} app
 * @param {Offered} offered
 * @param {(step: import("./steps.js").Step, link: Link) => void} opened is told the step and the study that the donor
 *   opened from its page, once the link is filled in
 * @returns {import("./steps.js").Step}
 */
export function whereStep(app, offered, opened) {
  const { texts } = app;
  const attributes = { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false" };
  const link = h("input", {
    ...attributes,
    id: "link",
    inputmode: "url",
    "aria-describedby": "link-problem",
    placeholder: "https://pdd.example.org/join/winter-flu",
  });
  const code = h("input", { ...attributes, id: "invitation" });
  const invited = h("div", { hidden: true }, p(texts.t("invitation_what")), labelled(texts.t("invitation"), code));
  const problem = problemLine();
  const warns = (/** @type {string} */ text) => {
    problem.textContent = text;
    link.ariaInvalid = text === "" ? null : "true";
    if (text !== "") link.focus();
  };
  /** @type {Offer | null} */
  let offer = null;
  link.addEventListener("input", () => {
    warns("");
    offer = null;
    invited.hidden = true;
  });
  /** @type {import("./steps.js").Step} */
  const step = {
    title: texts.t("join_campaign"),
    nodes: [
      p(texts.t("where_what")),
      p(texts.t("one_program")),
      labelled(texts.t("link"), link),
      problem,
      ...(app.browser.asksForServers() ? [p(texts.t("where_permission"), "quiet")] : []),
      invited,
    ],
    label: texts.t("look_at_offer"),
    missing: () => {
      if (link.value.trim() === "") return { text: texts.t("missing_link"), field: link };
      if (invited.hidden || code.value.trim() !== "") return null;
      return { text: texts.t("missing_invitation"), field: code };
    },
    leave: async () => {
      const typed = linkOf(app, link.value, warns);
      if (typed === null) return false;
      offer ??= await fetchOffer(app, typed.url, warns);
      if (offer === null) return false;
      const invitation = code.value.trim() || typed.invitation;
      if (offer.info.invitation_required && invitation === null) {
        invited.hidden = false;
        code.focus();
        return false;
      }
      offered(offer, { ...typed, invitation });
      return true;
    },
  };
  fillIn(app, link).then((passed) => {
    // The donor pressed a button that names the server, beside what it will see. Where the browser is to ask for a
    // permission, this step has to be shown, because it says why.
    if (passed && !app.browser.asksForServers()) opened(step, parseLink(link.value));
  });
  return step;
}

/**
 * Fill in the link of the page on which the donor clicked the icon. Nothing is requested before the donor goes on.
 * @param {App} app
 * @param {HTMLInputElement} field
 * @returns {Promise<boolean>} whether there was one
 */
async function fillIn(app, field) {
  const passed = await app.browser.takeLink();
  if (passed === "") return false;
  field.value = passed;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

/**
 * Make the step for donors who have joined a server: it fetches the server's offer, or erases everything to join
 * another.
 * @param {App} app
 * @param {string} server
 * @param {Offered} offered
 * @param {import("../settings/erase.js").Erased} erased
 * @returns {import("./steps.js").Step}
 */
export function ownServerStep(app, server, offered, erased) {
  const { texts } = app;
  const problem = problemLine();
  const warns = (/** @type {string} */ text) => {
    problem.textContent = text;
  };
  const elsewhere = [h("h2", {}, texts.t("other_server")), p(texts.t("other_server_what"))];
  return {
    title: texts.t("join_another"),
    nodes: [p(texts.t("own_server_what")), problem, ...elsewhere, h("p", {}, eraseButton(app, erased))],
    label: texts.t("look_at_offer"),
    leave: async () => {
      const offer = await fetchOffer(app, server, warns);
      const passed = offer === null ? "" : await app.browser.takeLink();
      const campaign = passed === "" ? null : parseLink(passed).campaign;
      if (offer !== null) offered(offer, { url: server, campaign, invitation: null });
      return offer !== null;
    },
  };
}

/**
 * Fetch a server's offer. Return null, after a message, if the donor does not permit it or the offer can't be fetched.
 * @param {App} app
 * @param {string} url
 * @param {(text: string) => void} warns
 * @returns {Promise<Offer | null>}
 */
async function fetchOffer(app, url, warns) {
  const allowed = app.browser.allowServer(url); // at the click, before anything is waited for
  /** @type {Offer | null} */
  let offer = null;
  const fetching = async () => {
    if (!(await allowed)) throw new PageError("permission", { host: new URL(url).host });
    offer = await app.donor.campaigns.fetchOffer(url);
  };
  await app.act(fetching, { doing: app.texts.t("doing_look"), warns });
  return offer;
}

/**
 * @param {App} app
 * @param {string} text
 * @param {(text: string) => void} warns
 */
function linkOf(app, text, warns) {
  try {
    return parseLink(text);
  } catch (error) {
    app.fail(error, warns);
    return null;
  }
}

/** Make the line in which a step says why it can't go on. */
function problemLine() {
  return h("p", { id: "link-problem", class: "amber", "aria-live": "assertive" });
}

/**
 * @param {string} text
 * @param {HTMLInputElement} field
 */
function labelled(text, field) {
  return h("p", { class: "field" }, h("label", { for: field.id }, text), field);
}
