// The buttons that decide about a day, and what happens to the day as it stands.

import { closing, openDialog } from "../../widgets/dialog.js";
import { button, h, p, pressedOnce } from "../../widgets/dom.js";
import { approved, decision, leaves, whyNotAtOnce } from "./day_texts.js";

/** @typedef {import("../../session/app.js").App} App */
/** @typedef {import("./view_model.js").TodayView} TodayView */
/** @typedef {{decided: () => void, clock: import("./day_texts.js").Clock}} Deciding `decided` is told before anything is */

/**
 * @param {App} app
 * @param {TodayView} day
 * @param {Deciding} deciding
 */
export function decidingParts(app, day, deciding) {
  const { texts } = app;
  const parts = [h("h2", { class: "unseen" }, texts.t("deciding")), p(decision(texts, day, deciding.clock))];
  const why = whyNotAtOnce(texts, day);
  if (why !== null) parts.push(p(why, "quiet"));
  const isOfPlan = day.state !== "no-campaign" && day.state !== "in-week";
  if (!day.locked && isOfPlan) parts.push(buttons(app, day, deciding));
  if (isOfPlan) parts.push(p(leaves(texts, day), "quiet"));
  const help = button(texts.t("how"), () => explain(texts, day.inCohorts), { class: "link", id: "how" });
  return [...parts, h("p", {}, help)];
}

/**
 * Make the buttons of both decisions. Both stay at their places, and the one that holds can't be pressed again. So the
 * second click of a double click never decides something else.
 * @param {App} app
 * @param {TodayView} shown
 * @param {Deciding} deciding
 */
function buttons(app, shown, { decided, clock }) {
  const { texts, donor } = app;
  const { day, state, sending, review } = shown;
  const send = {
    id: "send",
    label: texts.t(shown.inCohorts ? "approve" : "send"), // there, it sends nothing yet
    holds: state === "approved" || (sending === "by-itself" && state !== "nothing"),
    work: () => donor.days.approve(day, review),
    says: approved(texts, shown, clock),
  };
  const nothing = {
    id: "send-nothing",
    label: texts.t("send_nothing"),
    holds: state === "nothing",
    work: () => donor.days.withhold(day),
    says: texts.t("withheld_done"),
  };
  const choices = [send, nothing].map((one) => choice(app, one, decided));
  const itself = h("label", {}, itselfBox(app, sending), " ", texts.t("by_itself_now"));
  return h("div", { class: "row" }, ...choices, itself);
}

/**
 * Make a button that decides.
 * @param {App} app
 * @param {{id: string, label: string, holds: boolean, work: () => Promise<unknown>, says: string}} decision
 * @param {() => void} decided
 */
function choice(app, { id, label, holds, work, says }, decided) {
  const pressed = () => {
    made.ariaDisabled = "true"; // until what came of it is drawn
    decided();
    app.act(work, { says: () => says });
  };
  const attributes = { id, class: id === "send" && "primary", "aria-disabled": holds && "true" };
  const made = pressedOnce(label, pressed, attributes);
  return made;
}

/**
 * @param {App} app
 * @param {TodayView["sending"]} sending
 */
function itselfBox(app, sending) {
  const { texts, donor } = app;
  const box = h("input", { type: "checkbox", id: "by-itself", checked: sending === "by-itself" });
  box.addEventListener("change", () =>
    app.act(() => donor.settings.setSending(box.checked ? "by-itself" : "review"), { says: () => texts.t("changed") }),
  );
  return box;
}

/**
 * Make a fold with a few sentences on how sending works.
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {boolean} inCohorts
 */
function explain(texts, inCohorts) {
  const sums = inCohorts
    ? ["how_cohort_locked", "how_cohort_sum", "how_cohort_helpers", "risk_cohort"]
    : ["how_locked", "how_sum"];
  const says = ["how_counts", "hidden_engines", ...sums, "how_zeros", "how_final", "shared_browser"].map((key) =>
    p(texts.t(key)),
  );
  openDialog(texts.t("how"), says, [closing(texts.t("close"))]);
}
