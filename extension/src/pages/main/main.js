// The full page, in a tab of its own.

import { Donor } from "../../donor/donor.js";
import { open } from "../session/open_page.js";
import { erasedNodes, troubleNodes } from "./no_donor.js";
import { Page } from "./page.js";
import { MainScreen } from "./page_frame.js";

const screen = new MainScreen();

await open(
  screen,
  (app) => {
    const page = new Page(app, screen);
    window.addEventListener("hashchange", () => page.turn());
    return () => page.draw();
  },
  (texts, error) => {
    screen.head(texts, "calm", "", false);
    trouble(texts, error);
  },
);

/**
 * Show why there is no donor.
 * @param {import("../texts/texts.js").Texts} texts
 * @param {unknown} error
 */
function trouble(texts, error) {
  const show = (/** @type {readonly Node[]} */ nodes) => screen.show(texts.t("extension_name"), false, nodes);
  const erase = async () => {
    try {
      await Donor.eraseOutdated();
      show(erasedNodes(texts, "not-told"));
    } catch (fault) {
      trouble(texts, fault);
    }
  };
  show(troubleNodes(texts, error, erase));
}
