// A control that pauses donating, for how long, and ends a pause.

import { button, h } from "./dom.js";

/** @typedef {import("../session/app.js").App} App */

/**
 * Each pause's text and its end by this computer's days, null: until resumed.
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
 * The beginning of the day so many days ahead; the calendar's, so that a change to summer time on the way is heeded.
 * @param {number} now
 * @param {number} days
 */
function midnight(now, days) {
  const here = new Date(now);
  return new Date(here.getFullYear(), here.getMonth(), here.getDate() + days).getTime();
}

/**
 * The button that resumes, or the fold with the pauses.
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
