// The popup: today's counts, the next check-in, pausing, and a link to the full page.

import { appStatus } from "../session/app_status.js";
import { browser } from "../session/browser.js";
import { open } from "../session/open_page.js";
import { showOwnSign } from "../session/toolbar_icon.js";
import { errorText } from "../texts/error_texts.js";
import { button, h, p, redraw } from "../widgets/dom.js";
import { arrived, wait } from "../widgets/loading.js";
import { ring } from "../widgets/ring.js";
import { popupNodes } from "./view.js";

const sign = h("span");
const status = h("p", { role: "status", class: "quiet" });
const trouble = h("div", { role: "alert" });
const main = h("main");
const end = h("footer", { class: "end" });

/** @type {import("../session/app.js").Screen} */
const screen = {
  say: (text) => {
    status.textContent = text;
  },
  doing: () => {},
  warn: (text) => trouble.replaceChildren(...(text === "" ? [] : [p(text, "amber")])),
};

await open(
  screen,
  (app) => {
    begin(app.texts);
    wait(main, app.texts.t("reading_history"));
    return async () => {
      try {
        const now = await appStatus(app);
        const { state, nodes, asksForPage } = await popupNodes(app, now);
        sign.replaceChildren(ring(state, 28));
        end.hidden = !asksForPage;
        redraw(main, ...nodes);
        await showOwnSign(app, now);
      } catch (error) {
        redraw(main, p(errorText(app.texts, error), "amber"));
      }
      arrived(main);
    };
  },
  (texts, error) => {
    begin(texts);
    redraw(main, h("h2", {}, texts.t("trouble_title")), p(errorText(texts, error)));
  },
);

/** @param {import("../texts/texts.js").Texts} texts */
function begin(texts) {
  sign.replaceChildren(ring("calm", 28));
  const header = h("header", {}, sign, h("h1", {}, texts.t("extension_name")));
  const page = button(texts.t("popup_open"), () => browser.openPage("today"), { class: "link", id: "open" });
  end.replaceChildren(page);
  document.body.replaceChildren(header, main, trouble, status, end);
}
