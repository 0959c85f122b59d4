// The full page, in a tab of its own.

import { open } from "../shared/opening.js";
import { Page } from "./page.js";
import { troubleNodes } from "./plain.js";
import { MainScreen } from "./screen.js";

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
    screen.show(texts.t("extension_name"), false, troubleNodes(texts, error));
  },
);
