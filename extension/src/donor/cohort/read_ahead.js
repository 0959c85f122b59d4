// Reads the history before the contact, and does other work that would take some homes longer than others.
//
// If a home read its history only where it has something to give, the server could tell by how long an upload takes after
// its answer: the day of a donor who withheld it would come at once. Vocabularies of thousands of entries take a tenth of
// a second to read. So those of all campaigns are read before, joined or not; and those that came with the contact are read
// by all homes alike.

import { readAgain, vocabularyOf } from "../../core/donation/consent.js";
import { VocabularyError } from "../../counting/vocabulary.js";
import { plusDays } from "../../protocol/days.js";
import { LAST_CLOSE } from "../../protocol/limits.js";
import { readSearches } from "../days/read_searches.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */

/**
 * The searches of all days that can still go out; null where the home has joined nothing, or has sent all these days.
 *
 * Nothing is read for a contact after this, whatever the server asks for.
 * @param {Installation} installation
 * @param {string} zone
 * @param {string} today
 * @returns {Promise<import("../days/read_searches.js").Found | null>}
 */
export async function readAhead(installation, zone, today) {
  const { agreed, locked, campaigns } = await installation.store.read(async (home) => ({
    agreed: await home.agreed(),
    locked: await home.days.locked(),
    campaigns: [...(await home.campaigns()).values(), ...(await home.everyConsent()).map(({ campaign }) => campaign)],
  }));
  const days = Array.from({ length: LAST_CLOSE }, (_, back) => plusDays(today, -LAST_CLOSE + back));
  for (const campaign of campaigns) warmUp(campaign);
  if (agreed.size === 0 || days.every((day) => locked.has(day))) return null;
  return readSearches(installation, [days[0], days[days.length - 1]], zone);
}

/**
 * The texts of all campaigns as they were signed last.
 * @param {Installation} installation
 */
export function knownTexts({ store }) {
  return store.read(
    async (home) => new Set([...(await home.signedCampaigns()).values()].map(({ payload }) => payload)),
  );
}

/**
 * Read the entries of campaigns whose texts are new, afresh in each home: one that holds such a text from long ago is not
 * to be faster.
 * @param {Installation} installation
 * @param {ReadonlySet<string>} known the texts of before the contact
 */
export async function readChanged({ store }, known) {
  const [campaigns, texts] = await store.read(async (home) => [await home.campaigns(), await home.signedCampaigns()]);
  for (const [name, campaign] of campaigns) {
    if (!known.has(texts.get(name)?.payload ?? "")) warmUp(campaign, readAgain);
  }
}

/**
 * @param {Campaign} campaign
 * @param {typeof vocabularyOf} read
 */
function warmUp(campaign, read = vocabularyOf) {
  try {
    read(campaign).digest();
  } catch (error) {
    if (!(error instanceof VocabularyError)) throw error;
  }
}
