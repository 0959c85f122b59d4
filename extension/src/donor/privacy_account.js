// The privacy account: what all days given have cost so far.

import { stateOfConsent } from "../core/campaign_state.js";
import { hitsLeft } from "../core/donation/campaign_hits.js";
import { accountOf, checkedCeiling } from "../core/donation/ledger.js";
import { chargeOf } from "../privacy/accounting/charges.js";
import { dayOf } from "../protocol/days.js";
import { capsOf, hasFull, periodOf } from "../protocol/terms.js";
import { joinedBy } from "./installation.js";

/**
 * Return how many hits are used of those that count in all periods of a campaign; null if it caps only each period's.
 * @param {import("../core/donation/ledger.js").Ledger} ledger
 * @param {import("../protocol/messages.js").Campaign | undefined} campaign
 */
function hitsOf(ledger, campaign) {
  if (campaign === undefined || !hasFull(campaign.terms)) return null;
  const caps = capsOf(campaign.terms);
  return { used: caps.campaignHits - hitsLeft(ledger, campaign, caps), of: caps.campaignHits };
}

/** Wait until the browser has handled what happened meanwhile. */
function letOthersRun() {
  return new Promise((resolve) => setTimeout(resolve));
}

/** A donor's privacy account, and the ceiling that the donor has set for it. */
export class PrivacyAccount {
  /** @param {import("./installation.js").Installation} installation */
  constructor(installation) {
    this.installation = installation;
  }

  /**
   * Return what all days given have cost together, and how many more days fit below the ceiling. This can take a
   * second, in which a page goes on reacting.
   * @returns {Promise<import("../core/views.js").Account>}
   */
  async ledger() {
    const { ledger, consents, running, locked } = await this.installation.store.read(async (home) => {
      const consents = [...(await home.consents()).values()];
      return {
        ledger: await home.ledger(),
        consents,
        locked: await home.days.locked(),
        running: await this.#running(home, consents),
      };
    });
    const campaigns = running.map(({ consent }) => consent.campaign);
    const charges = (/** @type {"day" | "week"} */ period) =>
      campaigns.filter(({ terms }) => periodOf(terms) === period).map(({ terms, id }) => chargeOf(terms, id));
    const agreed = consents.map(({ consent: { campaign } }) => /** @type {const} */ ([campaign.id, campaign.terms]));
    const found = await accountOf(
      ledger,
      new Map(agreed),
      { day: charges("day"), week: charges("week") },
      letOthersRun,
    );
    const unrecorded = new Set(ledger.given.map(({ day }) => day).filter((day) => !locked.has(day))).size;
    const texts = new Map(consents.map(({ consent: { campaign } }) => [campaign.id, campaign]));
    const withHits = found.campaigns.map((one) => Object.freeze({ ...one, hits: hitsOf(ledger, texts.get(one.id)) }));
    return Object.freeze({ ...found, campaigns: withHits, unrecorded });
  }

  /**
   * Return the consents to campaigns that count today.
   * @param {import("../gateways/home_store/home.js").Home} home
   * @param {readonly {consent: import("../core/views.js").Consent, left: number | null}[]} consents the newest ones
   */
  async #running(home, consents) {
    const [newest, unlisted, membership] = [
      await home.campaigns(),
      await home.results.unlisted(),
      await joinedBy(home),
    ];
    const today = dayOf(this.installation.clock(), await this.installation.zoneOf(home));
    const state = (/** @type {import("../core/views.js").Consent} */ consent) =>
      stateOfConsent(consent, newest, unlisted, membership?.info.delay ?? 0, today).state;
    return consents.filter(({ consent, left }) => left === null && state(consent) === "running");
  }

  /**
   * Return the ceiling: the most epsilon that all given days may cost together, as decimal text; null if the donor has
   * set none.
   * @returns {Promise<string | null>}
   */
  ceiling() {
    return this.installation.store.read((home) => home.fact("ceiling"));
  }

  /**
   * Set the ceiling: the epsilon that all days given may not pass together. Campaigns whose cost would pass it get
   * zeros.
   * @param {string | null} ceiling decimal text such as "20"; null removes it
   * @throws {DonorError} `not-a-limit` if it is no number above 0, or too large
   */
  async setCeiling(ceiling) {
    const kept = ceiling === null ? null : checkedCeiling(ceiling);
    await this.installation.store.write((home) => home.choose("ceiling", kept));
  }
}
