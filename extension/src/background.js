// The service worker, or in Firefox the background script.

import { Background } from "./companion/background.js";
import { Donor } from "./donor/donor.js";
import { browser } from "./pages/shared/browser.js";
import { loadTexts } from "./pages/shared/texts.js";

const { browser: firefox, chrome } = /** @type {any} */ (globalThis);
const background = new Background(
  firefox ?? chrome,
  () => Donor.open(),
  (language) => loadTexts(language, browser),
);
background.listen();
