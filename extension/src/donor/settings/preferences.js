// The donor's preferences: how the extension looks, and in which language. No preference changes what is counted or
// sent.

import { DonorError } from "../../core/errors.js";

/** @typedef {import("../../core/views.js").Preferences} Preferences */
/** @typedef {import("../installation.js").Installation} Installation */

/** @type {Preferences} */
const DEFAULT = Object.freeze({
  language: null,
  theme: "system",
  results: true,
  reminders: false,
  firstRunDone: false,
});

/** @type {Record<string, (value: unknown) => boolean>} by preference, whether it can have a value */
const VALID = {
  language: (value) => value === null || typeof value === "string",
  theme: (value) => ["system", "light", "dark"].includes(/** @type {string} */ (value)),
  results: (value) => typeof value === "boolean",
  reminders: (value) => typeof value === "boolean",
  firstRunDone: (value) => typeof value === "boolean",
};

/**
 * Return the donor's preferences. A value that another version kept and that is not valid here counts as not chosen.
 * @param {Installation} installation
 * @returns {Promise<Preferences>}
 */
export async function preferences({ store }) {
  const kept = JSON.parse((await store.read((home) => home.fact("preferences"))) ?? "{}");
  const valid = Object.entries(kept).filter(([name, value]) => Object.hasOwn(VALID, name) && VALID[name](value));
  return Object.freeze({ ...DEFAULT, ...Object.fromEntries(valid) });
}

/**
 * Change one preference.
 * @param {Installation} installation
 * @param {string} name
 * @param {unknown} value
 * @throws {DonorError} `no-such-preference`, or `wrong-preference` if it can't have that value
 */
export async function setPreference({ store }, name, value) {
  if (!Object.hasOwn(VALID, name)) {
    throw new DonorError("no-such-preference", "there is no preference of that name: nothing was changed");
  }
  if (!VALID[name](value)) {
    throw new DonorError("wrong-preference", `the preference ${name} can't be that: nothing was changed`, { name });
  }
  await store.write(async (home) => {
    const kept = JSON.parse((await home.fact("preferences")) ?? "{}");
    home.setFact("preferences", JSON.stringify({ ...kept, [name]: value }));
  });
}
