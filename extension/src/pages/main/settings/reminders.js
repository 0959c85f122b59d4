// The choice whether the browser reminds the donor, and the permission that it needs.

import { PageError } from "../../texts/error_texts.js";
import { h, p, pressedOnce } from "../../widgets/dom.js";

/** @typedef {import("../../session/app.js").App} App */

/** @typedef {(on: boolean) => Promise<void>} Keep */

/**
 * Return a box that switches reminders on and off. Switched on, it asks for the permission to show notifications;
 * switched off, it gives that back.
 * @param {App} app
 * @param {boolean} on
 * @param {Keep} [keep] what keeps the choice
 */
export function remindersBox(app, on, keep = setting(app)) {
  const box = h("input", { type: "checkbox", id: "reminders", checked: on });
  const set = (/** @type {boolean} */ chosen) => {
    box.checked = chosen;
    return keep(chosen);
  };
  box.addEventListener("change", () => (box.checked ? allow(app, set) : forget(app, set)));
  return h("p", {}, h("label", {}, box, " ", app.texts.t("reminders")));
}

/**
 * Return a notice with a button that asks for the permission, if the donor wants reminders and it is missing: it was
 * taken away, or the wish was stated where the browser could not ask.
 * @param {App} app
 * @returns {Promise<readonly Node[]>}
 */
export async function remindersNotice(app) {
  const { texts, browser, donor } = app;
  if (!(await donor.settings.preferences()).reminders || (await browser.remindersAllowed())) return [];
  const button = pressedOnce(texts.t("reminders_allow"), () => allow(app, setting(app)), { id: "allow-reminders" });
  return [h("div", { class: "notice" }, p(texts.t("reminders_missing")), button)];
}

/**
 * @param {App} app
 * @returns {Keep}
 */
function setting(app) {
  return (on) => app.donor.settings.setPreference("reminders", on);
}

/**
 * @param {App} app
 * @param {Keep} keep
 */
function allow(app, keep) {
  const asked = app.browser.allowReminders(); // during the click: the browser refuses the question after an await
  const work = async () => {
    const allowed = await asked;
    await keep(allowed);
    if (!allowed) throw new PageError("reminders");
  };
  app.act(work, { says: () => app.texts.t("changed") });
}

/**
 * @param {App} app
 * @param {Keep} keep
 */
function forget(app, keep) {
  const work = async () => {
    await keep(false);
    await app.browser.forgetReminders();
  };
  app.act(work, { says: () => app.texts.t("changed") });
}
