// A control that pauses donating for a chosen time, and ends a pause.

import { button, h } from "./dom.js";

/** @typedef {import("../session/app.js").App} App */

/**
 * Return the pauses to choose from: the name of each one's text, and its end at a midnight of this computer, null for
 * until the donor resumes.
 * @param {number} now in ms since 1970
 * @returns {readonly (readonly [string, number | null])[]}
 */
export function pauses(now) {
  return [
    ["pause_tomorrow", midnight(now, 1)],
    ["pause_week", midnight(now, 7)],
    ["pause_open", null],
  ];
}

/**
 * Return the midnight at which a later day begins. It is computed in the calendar, as adding 24 hours would be wrong
 * across a change to or from summer time.
 * @param {number} now
 * @param {number} days
 */
function midnight(now, days) {
  const here = new Date(now);
  return new Date(here.getFullYear(), here.getMonth(), here.getDate() + days).getTime();
}

/**
 * Make the control: a button that resumes, or a menu of pauses.
 * @param {App} app
 * @param {boolean} paused
 */
export function pauseControl(app, paused) {
  const { texts, donor } = app;
  if (paused) {
    return button(
      texts.t("resume"),
      () => app.act(() => donor.exclusions.resume(), { says: () => texts.t("pause_ended") }),
      {
        id: "resume",
      },
    );
  }
  const choices = pauses(app.now()).map(([key, until]) =>
    button(texts.t(key), () => app.act(() => donor.exclusions.pause(until), { says: () => texts.t("pause_begun") }), {
      class: "link",
    }),
  );
  const fold = h("details", { class: "menu" }, h("summary", { class: "button", id: "pause" }, texts.t("pause")));
  fold.append(h("div", { class: "choices" }, ...choices));
  fold.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !fold.open) return;
    fold.open = false;
    fold.querySelector("summary")?.focus();
  });
  return fold;
}
