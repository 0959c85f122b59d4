// The state that all tasks of one contact with the server share.

import { dayOf } from "../../protocol/days.js";

/** @typedef {import("../installation.js").Installation} Installation */

/**
 * One contact with the server, after the server has answered the check-in.
 *
 * - `own`: the donor's public keys, as other members of a `plain` group see them.
 * - `today`: the data day by the server's clock.
 * - `searches`: finds the searches that the tasks count.
 * - `report`: collects what was sent, what was refused, and which days wait.
 * @typedef {Readonly<{
 *   installation: Installation, membership: import("../installation.js").Membership,
 *   credentials: import("../../gateways/home_store/facts.js").Credentials,
 *   server: import("../../gateways/server_http/server_http.js").ServerHttp,
 *   own: import("../../protocol/messages.js").Member, today: string,
 *   searches: import("./searches.js").ContactSearches, report: import("./report.js").ContactReport,
 * }>} Contact
 */

/**
 * Thrown for a day that isn't sent yet: it waits for the donor's decision, for a readable history, for the day on
 * which it is to be sent, or for its epoch to be found published.
 */
export class DayNotReady extends Error {}

/**
 * Return the data day by this computer's own clock, in the time zone that the server had on joining.
 * @param {Contact} contact
 */
export function ownToday({ installation, membership }) {
  return dayOf(installation.clock(), membership.info.zone);
}
