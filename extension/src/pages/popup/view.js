// The popup's content. It shows only the keywords of today that count.

import { line, ringOf } from "../session/app_status.js";
import { isJoinPage, parseLink } from "../session/join_link.js";
import { campaignLine } from "../texts/campaign_texts.js";
import { short } from "../texts/reason_texts.js";
import { outside } from "../texts/texts.js";
import { dutyParts } from "../widgets/committee_duty.js";
import { button, h, p } from "../widgets/dom.js";
import { outdatedParts } from "../widgets/outdated_parts.js";
import { pauseControl } from "../widgets/pause_control.js";

/** @typedef {import("../session/app.js").App} App */
/** @typedef {import("../session/app_status.js").AppStatus} AppStatus */
/** @typedef {import("../../core/views.js").Review} Review */

/**
 * Return the popup's content, the state of its icon, and whether the content has no button of its own to the full page.
 * @param {App} app
 * @param {AppStatus} now
 * @returns {Promise<{state: import("../widgets/ring.js").Ring, nodes: readonly Node[], asksForPage: boolean}>}
 */
export async function popupNodes(app, now) {
  const asksForPage = now.joined || now.state.companion || now.state.lost;
  return { state: ringOf(now), nodes: await nodesOf(app, now), asksForPage };
}

/**
 * @param {App} app
 * @param {AppStatus} now
 */
async function nodesOf(app, now) {
  const { texts } = app;
  if (now.state.companion) return [p(texts.t("popup_companion")), ...outdatedParts(texts, now.state.outdated)];
  if (!now.joined) return joinNodes(app, now);
  const studies = await studyNodes(app, now);
  if (now.phase !== "running") return [...studies, ...statusNodes(app, now)];
  const today = await app.donor.days.review(now.state.today);
  return [
    ...studies,
    p(line(app, now), now.waiting > 0 ? "amber" : "quiet"),
    ...asking(app, now),
    ...dutyParts(texts, now.state),
    h("h2", {}, texts.t("popup_today")),
    ...countedNodes(app, today),
    ...refusedNodes(app, now, today),
    pauseControl(app, now.state.pausedSince !== null),
  ];
}

/**
 * Return the way to join the study of the page on which the icon was clicked, for somebody who has joined its server;
 * nothing on any other page.
 * @param {App} app
 * @param {AppStatus} now
 */
async function studyNodes({ texts, browser }, { state }) {
  const page = await browser.clickedPage();
  if (!isJoinPage(page) || parseLink(page).url !== state.server) return [];
  const join = async () => {
    await browser.passLink(page);
    await browser.openPage("join");
  };
  return [h("p", {}, button(texts.t("popup_join_page"), join, { id: "join" }))];
}

/**
 * Return the way to join. On a page that looks like a study's, a button opens that study, and names the page's server.
 * Any web page can look so: its address goes nowhere before the button is pressed.
 * @param {App} app
 * @param {AppStatus} now
 */
async function joinNodes(app, now) {
  const { texts, browser } = app;
  const page = await browser.clickedPage();
  const isStudy = isJoinPage(page);
  const join = async () => {
    if (isStudy) await browser.passLink(page);
    await browser.openPage("join");
  };
  const label = isStudy ? texts.t("popup_open_study", { host: outside(new URL(page).host) }) : texts.t("join_campaign");
  const says = isStudy ? [texts.t("popup_server_sees")] : [];
  if (!isStudy || now.state.lost) says.unshift(line(app, now));
  return [...says.map((one) => p(one)), h("p", {}, button(label, join, { class: "primary", id: "join" }))];
}

/**
 * Return the state of each campaign, for a day on which none of them counts.
 * @param {App} app
 * @param {AppStatus} now
 */
function statusNodes(app, now) {
  const { texts, browser } = app;
  const results = () => browser.openPage("results");
  return [
    ...now.going.map((campaign) => p(campaignLine(texts, campaign))),
    ...dutyParts(texts, now.state),
    ...asking(app, now),
    ...(now.phase === "finished" ? [asks(texts.t("see_results"), results)] : []),
  ];
}

/**
 * Return the button for what waits for the donor: days to review, or new keywords; none if nothing does.
 * @param {App} app
 * @param {AppStatus} now
 */
function asking({ texts, browser }, { waiting, newKeywords }) {
  if (waiting > 0) return [asks(texts.t("popup_look"), () => browser.openPage("today"))];
  return newKeywords.length > 0 ? [asks(texts.t("look_at_them"), () => browser.openPage("keywords"))] : [];
}

/**
 * @param {string} label
 * @param {() => Promise<void>} pressed
 */
function asks(label, pressed) {
  return h("p", {}, button(label, pressed, { class: "primary", id: "look" }));
}

/**
 * Return the list of keywords that count in any campaign. One that several campaigns count is shown once, with its
 * largest count.
 * @param {App} app
 * @param {Review} review
 */
function countedNodes({ texts }, review) {
  const { campaigns, unread } = review;
  if (unread.length > 0) return [p(texts.t("warning_no_history"), "amber")];
  const counts = counted(review);
  if (campaigns.length > 0 && campaigns.every(({ why }) => why !== null)) return [];
  if (counts.length === 0) return [p(texts.t("popup_nothing"))];
  const rows = counts.map(([label, count]) =>
    h(
      "li",
      {},
      h("span", {}, outside(label)),
      h("span", { class: "count", "aria-hidden": "true" }, texts.number(count)),
      h("span", { class: "unseen" }, texts.count("times", count)),
    ),
  );
  return [h("ul", { class: "counted", tabindex: 0, role: "list", "aria-label": texts.t("popup_today") }, rows)];
}

/**
 * Return a line for each campaign that gets nothing of the day, with the reason. A pause is not among the reasons: it
 * holds for all campaigns, and the popup's first line says so.
 * @param {App} app
 * @param {AppStatus} now
 * @param {Review} review
 */
function refusedNodes({ texts }, { going }, { campaigns }) {
  return campaigns.flatMap(({ id, why }) => {
    if (why === null || why === "paused") return [];
    const label = outside(going.find((one) => one.id === id)?.title ?? id);
    return [p(texts.t("of", { label, name: texts.t("nothing_given", { reason: short(texts, why) }) }), "amber")];
  });
}

/**
 * Return each keyword that counts on a day with its largest count in any campaign, the largest first.
 * @param {Pick<Review, "campaigns" | "day">} review
 * @returns {readonly (readonly [string, number])[]}
 */
export function counted({ campaigns, day }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { entries, days } of campaigns) {
    const ofDay = days.length > 0 ? (days.find((one) => one.day === day)?.entries ?? []) : entries;
    for (const { entry, count } of ofDay) counts.set(entry, Math.max(count, counts.get(entry) ?? 0));
  }
  return [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
}
