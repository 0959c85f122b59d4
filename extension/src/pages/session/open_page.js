// Opens a page: opens the donor, and gives the page its language and colours.

import { Donor } from "../../donor/donor.js";
import { loadTexts } from "../texts/texts.js";
import { App, follow } from "./app.js";
import { browser } from "./browser.js";

/** @typedef {import("./app.js").Screen} Screen */
/** @typedef {import("../texts/texts.js").Texts} Texts */

/**
 * Open a page on the donor of this browser, and draw it again after each change.
 * @param {Screen} screen
 * @param {(app: App) => () => Promise<void>} drawing returns the function that draws the page
 * @param {(texts: Texts, error: unknown) => void} trouble shows the error if the donor can't be opened
 * @returns {Promise<App | null>} null if the donor can't be opened
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
 * Set the document's language and colours.
 * @param {string} tag the language's
 * @param {"system" | "light" | "dark"} theme
 */
export function dress(tag, theme) {
  document.documentElement.lang = tag;
  if (theme === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
}
