// Letting the desktop app donate for this browser, and ending that.

import { donateHere } from "../../../extension_bridge/handover.js";
import { isCalled } from "../../session/app.js";
import { PageError } from "../../texts/error_texts.js";
import { ask } from "../../widgets/dialog.js";
import { h, p, pressedOnce } from "../../widgets/dom.js";

/** @typedef {import("../../session/app.js").App} App */

/**
 * The permission to talk to the app is what lets it take over: the background connects while there is one. Taking the
 * permission away ends nothing, for the app may go on.
 * @param {App} app
 * @param {boolean} donates whether the app does
 * @param {boolean} allowed whether this extension may talk to it
 */
export function companionParts(app, donates, allowed) {
  const { texts } = app;
  if (donates) return says(texts.t("companion_on"), texts.t("companion_end"), () => end(app));
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
 * Donate here again. The app is asked first, also where the permission to was taken away; where the person does not
 * give it again, only they can know what the app does.
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
 * Whether the app did not answer; anything else that went wrong stays what it is.
 * @param {unknown} error
 */
function isSilent(error) {
  if (isCalled(error, "app-unreachable")) return true;
  throw error;
}

/**
 * An app that does not answer may still donate: the person has to say that it is gone.
 * @param {App} app
 */
function askIfGone(app) {
  const { texts } = app;
  const says = [texts.t("error_app_unreachable")];
  ask(texts, { title: texts.t("companion_silent"), says, label: texts.t("companion_gone") }, () => donate(app, true));
}
