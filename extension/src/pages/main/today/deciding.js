// What happens to a day, and the buttons that decide it.

import { closing, openDialog } from "../../shared/dialog.js";
import { button, h, p, pressedOnce } from "../../shared/dom.js";
import { decision, leaves } from "./day_texts.js";

/** @typedef {import("../../shared/app.js").App} App */
/** @typedef {import("./shown.js").ShownDay} ShownDay */

/**
 * @param {App} app
 * @param {ShownDay} day
 * @param {() => void} decided is told before anything is decided
 */
export function decidingParts(app, day, decided) {
  const { texts } = app;
  const parts = [h("h2", { class: "unseen" }, texts.t("deciding")), p(decision(texts, day))];
  if (!day.locked && day.state !== "no-campaign") parts.push(buttons(app, day, decided));
  if (day.state !== "too-early" && day.state !== "no-campaign") parts.push(p(leaves(texts, day), "quiet"));
  const help = button(texts.t("how"), () => explain(texts), { class: "link", id: "how" });
  return [...parts, h("p", {}, help)];
}

/**
 * Both decisions stay at their places, the one that holds can't be pressed again: a second press decides nothing else.
 * @param {App} app
 * @param {ShownDay} shown
 * @param {() => void} decided
 */
function buttons(app, { day, state, sending, review }, decided) {
  const { texts, donor } = app;
  const goes = state === "approved" || (sending === "by-itself" && state !== "nothing");
  const choice = (
    /** @type {string} */ key,
    /** @type {boolean} */ holds,
    /** @type {() => Promise<unknown>} */ work,
    /** @type {string} */ says,
  ) => {
    const look = { id: key.replace("_", "-"), class: key === "send" && "primary", "aria-disabled": holds && "true" };
    const made = pressedOnce(
      texts.t(key),
      () => {
        made.ariaDisabled = "true"; // until what came of it is drawn
        decided();
        app.act(work, { says: () => texts.t(says) });
      },
      look,
    );
    return made;
  };
  const send = () => choice("send", goes, () => donor.approve(day, review), "approved_done");
  const nothing = () => choice("send_nothing", state === "nothing", () => donor.withhold(day), "withheld_done");
  const itself = h("label", {}, itselfBox(app, sending), " ", texts.t("by_itself_now"));
  return h("div", { class: "row" }, ...(state === "too-early" ? [] : [send(), nothing()]), itself);
}

/**
 * @param {App} app
 * @param {ShownDay["sending"]} sending
 */
function itselfBox(app, sending) {
  const { texts, donor } = app;
  const box = h("input", { type: "checkbox", id: "by-itself", checked: sending === "by-itself" });
  box.addEventListener("change", () =>
    app.act(() => donor.setSending(box.checked ? "by-itself" : "review"), { says: () => texts.t("changed") }),
  );
  return box;
}

/**
 * How it works, in a few sentences: for whoever asks.
 * @param {import("../../shared/texts.js").Texts} texts
 */
function explain(texts) {
  const says = ["how_counts", "how_locked", "how_sum", "how_zeros", "how_final"].map((key) => p(texts.t(key)));
  openDialog(texts.t("how"), says, [closing(texts.t("close"))]);
}
