// The settings that let the desktop app donate for this browser, and end that.

import { donateHere } from "../../../extension_bridge/handover.js";
import { isCalled } from "../../session/app.js";
import { PageError } from "../../texts/error_texts.js";
import { ask } from "../../widgets/dialog.js";
import { h, p, pressedOnce } from "../../widgets/dom.js";
import { outdatedParts } from "../../widgets/outdated_parts.js";

/** @typedef {import("../../session/app.js").App} App */

/**
 * Return the settings of the desktop app.
 *
 * The permission to talk to the app lets it take over: the background script connects to the app while the extension
 * has it. Removing the permission does not make this extension donate again, as the app may go on donating.
 * @param {App} app
 * @param {import("../../../core/views.js").Status} state
 * @param {boolean} allowed whether this extension may talk to it
 */
export function companionParts(app, { companion, outdated }, allowed) {
  const { texts } = app;
  if (companion) {
    const parts = says(texts.t("companion_hits"), texts.t("companion_end"), () => end(app));
    return [...outdatedParts(texts, outdated), p(texts.t("companion_on"), "quiet"), ...parts];
  }
  if (allowed) return says(texts.t("companion_asked"), texts.t("companion_stop"), () => stop(app));
  return says(texts.t("companion_what"), texts.t("companion_connect"), () => connect(app));
}

/**
 * @param {string} text
 * @param {string} label
 * @param {() => void} pressed
 */
function says(text, label, pressed) {
  return [p(text, "quiet"), h("p", {}, pressedOnce(label, pressed, { id: "app" }))];
}

/** @param {App} app */
function connect(app) {
  const asked = app.browser.allowApp(); // at the click, before anything is waited for
  app.act(async () => {
    if (!(await asked)) throw new PageError("app_permission");
  });
}

/** @param {App} app */
function stop(app) {
  app.act(() => app.browser.forgetApp(), { says: () => app.texts.t("changed") });
}

/**
 * Donate here again. The app has to be asked first, so this asks for the permission again if it was removed. Without
 * it, only the donor can know what the app does.
 * @param {App} app
 */
function end(app) {
  const asked = app.browser.allowApp(); // at the click, as above
  donate(app, false, asked);
}

/**
 * @param {App} app
 * @param {boolean} sure whether the person has said that the app is gone
 * @param {Promise<boolean>} [asked]
 */
function donate(app, sure, asked) {
  const { texts, donor, browser } = app;
  const work = async () => {
    await asked;
    const silent = await donateHere(donor, browser.connectApp, sure).then(() => false, isSilent);
    if (!silent) await browser.forgetApp(); // or the app takes over again when it donates next
    return silent;
  };
  app.act(work, {
    doing: texts.t("doing_app"),
    says: (silent) => (silent ? "" : texts.t("companion_ended")),
    done: (silent) => silent && askIfGone(app),
  });
}

/**
 * Return true if an error says that the app did not answer; throw any other error.
 * @param {unknown} error
 */
function isSilent(error) {
  if (isCalled(error, "app-unreachable")) return true;
  throw error;
}

/**
 * Ask the donor whether the app is gone. An app that does not answer may still donate.
 * @param {App} app
 */
function askIfGone(app) {
  const { texts } = app;
  const says = [texts.t("error_app_unreachable"), texts.t("companion_hits")];
  ask(texts, { title: texts.t("companion_silent"), says, label: texts.t("companion_gone") }, () => donate(app, true));
}
