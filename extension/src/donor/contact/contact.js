// What all tasks of one contact with the server share.

import { dayOf } from "../../protocol/days.js";

/** @typedef {import("../installation.js").Installation} Installation */

/**
 * One contact with the server, after it has answered. `own` is the donor as other members see it, `today` the data day
 * by the server's clock. `searches` finds what the tasks count, `report` collects what comes of them.
 * @typedef {Readonly<{
 *   installation: Installation, membership: import("../installation.js").Membership,
 *   credentials: import("../../gateways/home_store/facts.js").Credentials,
 *   server: import("../../gateways/server_http/server_http.js").ServerHttp,
 *   own: import("../../protocol/messages.js").Member, today: string,
 *   searches: import("./searches.js").ContactSearches, report: import("./report.js").ContactReport,
 * }>} Contact
 */

/** Thrown for a day that isn't sent yet: it waits for the donor's decision, for a readable history, or for its time. */
export class Waits extends Error {}

/**
 * The data day by this computer's own clock, in the zone that was pinned on joining.
 * @param {Contact} contact
 */
export function ownToday({ installation, membership }) {
  return dayOf(installation.clock(), membership.info.zone);
}
