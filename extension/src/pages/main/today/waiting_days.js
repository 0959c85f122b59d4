// The days that wait for the donor, all on one page: what each would give, and one button that approves them.

import { short } from "../../texts/reason_texts.js";
import { outside } from "../../texts/texts.js";
import { button, h, p, pressedOnce } from "../../widgets/dom.js";
import { approvable } from "./waiting_view_model.js";

/** @typedef {import("../../session/app.js").App} App */
/** @typedef {import("../../texts/texts.js").Texts} Texts */
/** @typedef {import("../../../core/views.js").Review} Review */
/** @typedef {import("./waiting_view_model.js").WaitingDayView} WaitingDayView */

/** With fewer waiting days, the page of the day itself is enough. */
const FEWEST = 2;

/**
 * List the waiting days with their counts; nothing if fewer than two wait.
 * @param {App} app
 * @param {Pick<import("./view_model.js").TodayView, "waiting" | "inCohorts">} day
 * @param {{opened: (day: string) => void, decided: () => void}} told `opened`: of a day that the donor wants to look at;
 *   `decided`: before the days are approved
 */
export function waitingParts(app, { waiting, inCohorts }, { opened, decided }) {
  if (waiting.length < FEWEST) return [];
  const { texts } = app;
  const title = h("h2", {}, texts.count("waiting_days", waiting.length));
  const rows = waiting.map((one) => h("li", {}, ...row(texts, one, opened)));
  const list = h("ul", { class: "days", role: "list" }, rows);
  return [h("section", { class: "card", id: "waiting" }, title, list, approveAll(app, waiting, inCohorts, decided))];
}

/**
 * Make the button that approves the days as they are listed, but those of which a campaign gets nothing.
 * @param {App} app
 * @param {readonly WaitingDayView[]} waiting
 * @param {boolean} inCohorts
 * @param {() => void} decided
 */
function approveAll(app, waiting, inCohorts, decided) {
  const reviews = approvable(waiting);
  if (reviews.length === 0) return null;
  const pressed = () => {
    made.ariaDisabled = "true"; // until what came of it is drawn
    decided();
    app.act(() => approveEach(app, reviews), { says: (done) => approved(app.texts, done, reviews.length) });
  };
  const label = app.texts.count(inCohorts ? "approve_all" : "send_all", reviews.length);
  const made = pressedOnce(label, pressed, { id: "approve-all", class: "primary" });
  return h("p", {}, made);
}

/**
 * Approve what the donor has seen of several days. A day that can't be approved any more is passed over.
 * @param {App} app
 * @param {readonly Review[]} reviews
 * @returns {Promise<number>} how many days were approved
 * @throws {Error} the first day's error, if no day could be approved
 */
async function approveEach({ donor }, reviews) {
  const errors = [];
  for (const review of reviews) {
    try {
      await donor.days.approve(review.day, review);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === reviews.length) throw errors[0];
  return reviews.length - errors.length;
}

/**
 * Return the message after several days were approved.
 * @param {Texts} texts
 * @param {number} done how many were
 * @param {number} wanted how many the donor wanted to approve
 */
function approved(texts, done, wanted) {
  return done === wanted ? texts.t("approved_all") : texts.count("approved_some", done, { missed: wanted - done });
}

/**
 * @param {Texts} texts
 * @param {WaitingDayView} one
 * @param {(day: string) => void} opened
 */
function row(texts, one, opened) {
  const { day, entries, searches, whys, until } = one;
  const name = texts.day(day);
  const attributes = { class: "link", id: `open-${day}`, "aria-label": texts.t("waiting_open", { day: name }) };
  const why = whys.map((reason) => short(texts, reason)).join(", ");
  return [
    button(name, () => opened(day), attributes),
    entries.length > 0 || searches > 0 || whys.length === 0 ? p(counts(texts, one)) : null,
    whys.length > 0 ? p(texts.t("waiting_nothing", { why }), "amber") : null,
    until === null ? null : p(texts.t("waiting_until", { day: texts.day(until) }), "quiet"),
  ];
}

/**
 * Return what the day would give: the keywords that count, and how many searches as a number only.
 * @param {Texts} texts
 * @param {WaitingDayView} one
 */
function counts(texts, { entries, searches: count }) {
  const searches = texts.count("waiting_searches", count);
  if (entries.length === 0) return texts.t("waiting_no_keyword", { searches });
  const keywords = entries.map(([label, times]) =>
    texts.t("waiting_keyword", { keyword: outside(label), count: times }),
  );
  return texts.t("waiting_counts", { keywords: keywords.join(", "), searches });
}
