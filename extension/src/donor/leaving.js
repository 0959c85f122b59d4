// Leaving: one campaign, or altogether.

import { DonorError } from "./errors.js";
import { ServerProblem } from "./gateways/http.js";
import { joinedBy } from "./installation.js";

/** @typedef {import("./installation.js").Installation} Installation */

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
 * Have the server forget the donor, then erase its keys and its home; false if the server did not know it.
 *
 * The server comes first: without the keys it could not be asked again.
 * @param {Installation} installation
 * @returns {Promise<boolean>}
 */
export function erase(installation) {
  const { store, marker } = installation;
  return installation.exclusive(async () => {
    const [membership, credentials] = await store.read(async (home) => [
      await joinedBy(home),
      await home.credentials(),
    ]);
    const known = membership && credentials ? await forgotten(installation, membership.url, credentials.token) : false;
    await marker?.set(false);
    await store.destroy();
    return known;
  });
}

/**
 * @param {Installation} installation
 * @param {string} url
 * @param {string} token
 */
async function forgotten(installation, url, token) {
  try {
    await installation.server(url).erase(token);
    return true;
  } catch (error) {
    if (error instanceof ServerProblem && error.reason === "not-registered") return false;
    throw error;
  }
}
