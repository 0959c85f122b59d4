// Reads the history before the contact, and does other work whose time would tell the server about the donor.
//
// A home could read its history only if it has something to give. Then the upload of a donor who withheld its day
// would come sooner after the server's answer, and the server could tell. So every home reads before the contact.
// Parsing a vocabulary of thousands of entries takes a tenth of a second. So the vocabularies of all campaigns, joined
// or not, are parsed before the contact as well. Those that come with the contact are parsed by all homes alike.

import { readAgain, vocabularyOf } from "../../core/donation/consent.js";
import { VocabularyError } from "../../counting/entries.js";
import { plusDays } from "../../protocol/days.js";
import { LAST_CLOSE } from "../../protocol/limits.js";
import { countsByWeek, firstOpenDay, keepDays } from "../days/keep_days.js";
import { readSearches } from "../days/read_searches.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */

/**
 * Parse the vocabularies of all campaigns, and return the searches of all days and weeks that can still go out. Their
 * counts are kept for the weeks. Null if the home takes part in no campaign, or has locked all these days.
 *
 * The contact reads no history after this, whatever the server asks for.
 * @param {Installation} installation
 * @param {string} zone of the data days
 * @param {string} today the data day by the home's own clock
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
  if (countsByWeek(agreed)) return readWeeks(installation, zone, today);
  if (agreed.size === 0 || days.every((day) => locked.has(day))) return null;
  return readSearches(installation, [days[0], days[days.length - 1]], zone);
}

/**
 * Return the searches of all weeks that can still go out, and keep their counts.
 * @param {Installation} installation
 * @param {string} zone
 * @param {string} today
 */
async function readWeeks(installation, zone, today) {
  const days = /** @type {const} */ ([firstOpenDay(today), today]);
  const found = await readSearches(installation, days, zone);
  await keepDays(installation, days, found.searches);
  return found;
}

/**
 * Return the texts of all campaigns as they were signed last.
 * @param {Installation} installation
 */
export function knownTexts({ store }) {
  return store.read(
    async (home) => new Set([...(await home.signedCampaigns()).values()].map(({ payload }) => payload)),
  );
}

/**
 * Parse the vocabularies of campaigns whose texts came with this contact. They are parsed even if this home has parsed
 * the same text before: otherwise it would be faster than other homes, and the server could tell.
 * @param {Installation} installation
 * @param {ReadonlySet<string>} known the campaigns' texts before the contact
 */
export async function readChanged({ store }, known) {
  const [campaigns, texts] = await store.read(async (home) => [await home.campaigns(), await home.signedCampaigns()]);
  for (const [name, campaign] of campaigns) {
    if (!known.has(texts.get(name)?.payload ?? "")) warmUp(campaign, readAgain);
  }
}

/**
 * Parse a campaign's vocabulary and compute its digest, so that both are remembered. One that can't be counted is
 * skipped.
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
