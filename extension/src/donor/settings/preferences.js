// How the extension looks and speaks. No preference changes what is counted or sent.

import { DonorError } from "../../core/errors.js";

/** @typedef {import("../../core/views.js").Preferences} Preferences */
/** @typedef {import("../installation.js").Installation} Installation */

/** @type {Preferences} */
const DEFAULT = Object.freeze({ language: null, theme: "system", results: true, firstRunDone: false });

/** @type {Record<string, (value: unknown) => boolean>} */
const VALID = {
  language: (value) => value === null || typeof value === "string",
  theme: (value) => ["system", "light", "dark"].includes(/** @type {string} */ (value)),
  results: (value) => typeof value === "boolean",
  firstRunDone: (value) => typeof value === "boolean",
};

/**
 * How this donor wants it; what another version kept and this one can't read is as if never chosen.
 * @param {Installation} installation
 * @returns {Promise<Preferences>}
 */
export async function preferences({ store }) {
  const kept = JSON.parse((await store.read((home) => home.fact("preferences"))) ?? "{}");
  const valid = Object.entries(kept).filter(([name, value]) => Object.hasOwn(VALID, name) && VALID[name](value));
  return Object.freeze({ ...DEFAULT, ...Object.fromEntries(valid) });
}

/**
 * Change one of them; DonorError if there is none of that name, or it can't have that value.
 * @param {Installation} installation
 * @param {string} name
 * @param {unknown} value
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
