// Opens a page: the donor, its language and its colours.

import { Donor } from "../../donor/donor.js";
import { loadTexts } from "../texts/texts.js";
import { App, follow } from "./app.js";
import { browser } from "./browser.js";

/** @typedef {import("./app.js").Screen} Screen */
/** @typedef {import("../texts/texts.js").Texts} Texts */

/**
 * Open a page on the donor of this browser, and show it again with each change.
 * @param {Screen} screen
 * @param {(app: App) => () => Promise<void>} drawing
 * @param {(texts: Texts, error: unknown) => void} trouble shows why there is no donor
 * @returns {Promise<App | null>} null where there is none
 */
export async function open(screen, drawing, trouble) {
  try {
    const donor = await Donor.open();
    const { language, theme } = await donor.settings.preferences();
    const texts = await loadTexts(language, browser);
    dress(texts.tag, theme);
    const app = new App({ donor, texts, browser, screen, draw: () => draw() });
    const draw = drawing(app);
    follow(app);
    await app.refresh();
    return app;
  } catch (error) {
    trouble(await loadTexts(null, browser), error);
    return null;
  }
}

/**
 * Have the document itself follow the choice of language and colours.
 * @param {string} tag
 * @param {"system" | "light" | "dark"} theme
 */
export function dress(tag, theme) {
  document.documentElement.lang = tag;
  if (theme === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
}
