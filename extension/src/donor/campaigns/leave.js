// Leaves one campaign, or erases the whole donor.

import { DonorError } from "../../core/errors.js";
import { ServerProblem } from "../../gateways/server_http/http.js";
import { joinedBy } from "../installation.js";

/** @typedef {import("../installation.js").Installation} Installation */

/**
 * Note that the donor gives this campaign nothing any more.
 * @param {Installation} installation
 * @param {string} campaign
 * @throws {DonorError} `not-joined-campaign`
 */
export function leave(installation, campaign) {
  return installation.store.write(async (home) => {
    const joined = [...(await home.agreed()).keys()];
    if (!joined.includes(campaign)) {
      const line = `you have not joined ${campaign}: you have joined ${joined.join(", ") || "no campaign"}`;
      throw new DonorError("not-joined-campaign", line, { campaign });
    }
    await home.leave(campaign, installation.clock());
    await home.days.forgetKept((kept) => kept.campaign === campaign);
  });
}

/**
 * What the server knows of a donor after it was erased here.
 *
 * - `forgotten`: the server has erased the donor.
 * - `unknown`: the server did not know the donor, or no server was joined.
 * - `not-told`: the server was not asked. It keeps the account until its own retention removes it.
 * @typedef {"forgotten" | "unknown" | "not-told"} Farewell
 */

/**
 * Have the server forget the donor, then erase the donor's keys and home. Return what the server knows then.
 *
 * The server comes first: without its token the home could not ask it again.
 * @param {Installation} installation
 * @param {boolean} tellServer false if the server is gone for good, and is not to be asked
 * @returns {Promise<Farewell>}
 * @throws {DonorError} if the server is asked and does not confirm; then nothing is erased
 */
export function erase(installation, tellServer) {
  const { store, marker } = installation;
  return installation.exclusive(async () => {
    const [membership, credentials] = await store.read(async (home) => [
      await joinedBy(home),
      await home.credentials(),
    ]);
    const farewell = await farewellTo(installation, membership, credentials, tellServer);
    await marker?.set(false);
    await store.destroy();
    return farewell;
  });
}

/**
 * Ask the server to forget the donor, if it can be asked.
 * @param {Installation} installation
 * @param {import("../installation.js").Membership | null} membership
 * @param {import("../../gateways/home_store/facts.js").Credentials | null} credentials
 * @param {boolean} tellServer
 * @returns {Promise<Farewell>}
 */
async function farewellTo(installation, membership, credentials, tellServer) {
  if (membership === null) return "unknown";
  // Without the donor's token the server can't be asked, though it may know the donor.
  if (credentials === null || !tellServer) return "not-told";
  try {
    await installation.server(membership.url).erase(credentials.token);
    return "forgotten";
  } catch (error) {
    if (error instanceof ServerProblem && error.reason === "not-registered") return "unknown";
    throw error;
  }
}
