// The campaigns that a server lists. Each is kept as the server signed it; one without a valid signature is not kept.

import { dayOf } from "../../protocol/days.js";
import { InvalidMessage } from "../../protocol/fields.js";
import { parseCampaign } from "../../protocol/messages.js";
import { BadSignature, openSigned } from "../../protocol/signing.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../installation.js").Membership} Membership */
/** @typedef {import("../../gateways/server_http/server_http.js").ServerHttp} ServerHttp */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */

/**
 * Fetch the server's list of campaigns if it has changed, and keep those that its key has signed. One with another
 * signature is left out, and logged as a refusal; the whole list is then fetched again next time.
 *
 * A server can make the list's entity tag another one for each donor. So it must neither go with a request that is to be
 * nobody's, nor come of one.
 * @param {Installation} installation
 * @param {Membership} membership
 * @param {ServerHttp} server
 * @param {boolean} tagged whether the list is fetched beside a check-in, and only if its tag has changed
 */
export async function refreshCampaigns({ store, clock }, { info, serverKey }, server, tagged) {
  const today = dayOf(clock(), info.zone);
  const known = tagged ? await store.read((home) => home.fact("campaigns_tag")) : null;
  const { list, tag } = await server.campaigns(known);
  if (list === null) return;
  const [genuine, forged] = [new Map(), /** @type {string[]} */ ([])];
  for (const [name, signed] of claimed(list.campaigns)) {
    if ((await ifSigned(openSigned(signed, "campaign", serverKey))) !== null) genuine.set(name, signed);
    else forged.push(name);
  }
  await store.write(async (home) => {
    home.keepCampaigns(genuine);
    await home.results.listCampaigns(genuine.keys(), today);
    if (tagged) home.setFact("campaigns_tag", forged.length > 0 ? null : tag);
    for (const name of forged) {
      const detail = `${name}: this campaign is not signed by the expected key`;
      home.log({ time: clock(), what: "refusal", reason: "bad-signature", detail });
    }
  });
}

/**
 * Return campaigns by the id that their text claims. The signatures are not checked here: the caller has to do it.
 *
 * A campaign that this version can't read is left out. It must not keep the donor from the others.
 * @param {readonly Signed[]} campaigns
 * @returns {Map<string, Signed>}
 */
export function claimed(campaigns) {
  const found = new Map();
  for (const signed of campaigns) {
    try {
      found.set(parseCampaign(signed.payload).id, signed);
    } catch (error) {
      if (!(error instanceof InvalidMessage)) throw error;
    }
  }
  return found;
}

/**
 * Wait for a message to be opened and return it; null if it isn't signed by the expected key.
 * @template Message
 * @param {Promise<Message>} opening the result of `openSigned`
 * @returns {Promise<Message | null>}
 */
export async function ifSigned(opening) {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    return null;
  }
}
