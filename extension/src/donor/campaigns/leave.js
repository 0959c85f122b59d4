// Leaving one campaign, or erasing the whole donor.

import { DonorError } from "../../core/errors.js";
import { ServerProblem } from "../../gateways/server_http/http.js";
import { joinedBy } from "../installation.js";

/** @typedef {import("../installation.js").Installation} Installation */

/**
 * Note that the donor gives this campaign nothing any more; DonorError if it has not joined it.
 * @param {Installation} installation
 * @param {string} campaign
 */
export function leave(installation, campaign) {
  return installation.store.write(async (home) => {
    const joined = [...(await home.agreed()).keys()];
    if (!joined.includes(campaign)) {
      const line = `you have not joined ${campaign}: you have joined ${joined.join(", ") || "no campaign"}`;
      throw new DonorError("not-joined-campaign", line, { campaign });
    }
    await home.leave(campaign, installation.clock());
  });
}

/**
 * What the server knows of a donor after it was erased here. `forgotten`: the server has erased it. `unknown`: there was
 * nothing to erase. `not-told`: the server was not asked, and keeps the account until its own retention removes it.
 * @typedef {"forgotten" | "unknown" | "not-told"} Farewell
 */

/**
 * Have the server forget the donor, then erase its keys and its home; returns what the server knows then.
 *
 * The server comes first: without the keys it could not be asked again. Unless `tellServer`, it is not asked at all, for
 * donors whose server is gone. DonorError, and nothing is erased, if it is asked and does not answer.
 * @param {Installation} installation
 * @param {boolean} tellServer
 * @returns {Promise<Farewell>}
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
 * @param {Installation} installation
 * @param {import("../installation.js").Membership | null} membership
 * @param {import("../../gateways/home_store/facts.js").Credentials | null} credentials
 * @param {boolean} tellServer
 * @returns {Promise<Farewell>}
 */
async function farewellTo(installation, membership, credentials, tellServer) {
  if (membership === null) return "unknown";
  // Without its token the server can't be asked, though it may know the donor.
  if (credentials === null || !tellServer) return "not-told";
  try {
    await installation.server(membership.url).erase(credentials.token);
    return "forgotten";
  } catch (error) {
    if (error instanceof ServerProblem && error.reason === "not-registered") return "unknown";
    throw error;
  }
}
