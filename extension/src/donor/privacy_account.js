// The privacy account: what all days given have cost so far.

import { accountOf, checkedCeiling } from "../core/donation/ledger.js";
import { chargeOf } from "../privacy/accounting/charges.js";
import { dayOf } from "../protocol/days.js";

/** A donor's privacy account, and the ceiling that the donor has set for it. */
export class PrivacyAccount {
  /** @param {import("./installation.js").Installation} installation */
  constructor(installation) {
    this.installation = installation;
  }

  /**
   * Return what all days given have cost together, and how many more days fit below the ceiling. This can take a
   * second.
   * @returns {Promise<import("../core/views.js").Account>}
   */
  async ledger() {
    const { ledger, consents, today } = await this.installation.store.read(async (home) => ({
      ledger: { given: await home.days.given(), ceiling: await home.fact("ceiling") },
      consents: [...(await home.consents()).values()],
      today: dayOf(this.installation.clock(), await this.installation.zoneOf(home)),
    }));
    const goingOn = consents.filter(({ consent, left }) => left === null && consent.campaign.end >= today);
    const daily = goingOn.map(({ consent }) => chargeOf(consent.campaign.terms));
    const budgets = consents.map(
      ({ consent: { campaign } }) => /** @type {const} */ ([campaign.id, campaign.terms.budget]),
    );
    return accountOf(ledger, new Map(budgets), daily);
  }

  /**
   * Return the ceiling: the epsilon that all days given may not pass together, as decimal text; null if there is none.
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
