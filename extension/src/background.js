// The service worker, or in Firefox the background script.

import { Background } from "./companion/background.js";
import { Donor } from "./donor/donor.js";

const { browser, chrome } = /** @type {any} */ (globalThis);
const background = new Background(browser ?? chrome, () => Donor.open());
background.listen();
// What is chosen in a page may change what comes next.
new BroadcastChannel("pdd").addEventListener("message", () => void background.work());
