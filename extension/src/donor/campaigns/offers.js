// The campaigns that the donor can agree to now: those not joined, and joined ones that have changed.

import { isEqual } from "../../core/donation/consent.js";

/** @typedef {import("../../core/views.js").OnOffer} OnOffer */

/**
 * Return the listed campaigns that the donor can agree to now, without contacting the server.
 * @param {import("../installation.js").Installation} installation
 * @param {string} today
 * @returns {Promise<readonly OnOffer[]>}
 */
export function campaignsOnOffer(installation, today) {
  return installation.store.read(async (home) => {
    const [agreed, newest] = [await home.agreed(), await home.campaigns()];
    const listed = (await home.results.all()).filter((kept) => kept.unlisted === null);
    return listed.flatMap(({ campaign: name }) => {
      const campaign = newest.get(name);
      const held = agreed.get(name)?.at(-1)?.campaign;
      if (campaign === undefined || campaign.end < today || (held && isEqual(campaign, held))) return [];
      const known = new Set(held ? held.vocabulary : []);
      const newEntries = campaign.vocabulary.filter((entry) => !known.has(entry));
      return [Object.freeze({ campaign, joined: held !== undefined, newEntries })];
    });
  });
}
