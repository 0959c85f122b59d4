// The popup: what is counted today, what is next, pausing, and the way to the full page.

import { showOwnSign } from "../../companion/sign.js";
import { browser } from "../shared/browser.js";
import { button, h, p, redraw } from "../shared/dom.js";
import { told } from "../shared/errors.js";
import { open } from "../shared/opening.js";
import { ring } from "../shared/ring.js";
import { standing } from "../shared/standing.js";
import { arrived, wait } from "../shared/waiting.js";
import { popupNodes } from "./nodes.js";

const sign = h("span");
const status = h("p", { role: "status", class: "quiet" });
const trouble = h("div", { role: "alert" });
const main = h("main");

/** @type {import("../shared/app.js").Screen} */
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
        const now = await standing(app);
        const { state, nodes } = await popupNodes(app, now);
        sign.replaceChildren(ring(state, 28));
        redraw(main, ...nodes);
        await showOwnSign(app, now);
      } catch (error) {
        redraw(main, p(told(app.texts, error), "amber"));
      }
      arrived(main);
    };
  },
  (texts, error) => {
    begin(texts);
    redraw(main, h("h2", {}, texts.t("trouble_title")), p(told(texts, error)));
  },
);

/** @param {import("../shared/texts.js").Texts} texts */
function begin(texts) {
  sign.replaceChildren(ring("calm", 28));
  const header = h("header", {}, sign, h("h1", {}, texts.t("extension_name")));
  const page = button(texts.t("popup_open"), () => browser.openPage("today"), { class: "link", id: "open" });
  document.body.replaceChildren(header, main, trouble, status, h("footer", { class: "end" }, page));
}
