// The service worker, or in Firefox the background script.

import { Background } from "./background_tasks.js";
import { Donor } from "./donor/donor.js";
import { browser } from "./pages/session/browser.js";
import { loadTexts } from "./pages/texts/texts.js";

const { browser: firefox, chrome } = /** @type {any} */ (globalThis);
const background = new Background(
  firefox ?? chrome,
  () => Donor.open(),
  (language) => loadTexts(language, browser),
);
background.listen();
