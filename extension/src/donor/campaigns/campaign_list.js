// The campaigns that a server lists: each is kept as the server signed it, and only if it did.

import { dayOf } from "../../protocol/days.js";
import { InvalidMessage } from "../../protocol/fields.js";
import { parseCampaign } from "../../protocol/messages.js";
import { BadSignature, openSigned } from "../../protocol/signing.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../installation.js").Membership} Membership */
/** @typedef {import("../../gateways/server_http/server_http.js").ServerHttp} ServerHttp */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */

/**
 * Keep the newest campaigns the pinned key has signed; a forged one is left out, and logged.
 * @param {Installation} installation
 * @param {Membership} membership
 * @param {ServerHttp} server
 */
export async function refreshCampaigns({ store, clock }, { info, serverKey }, server) {
  const today = dayOf(clock(), info.zone);
  const { list, tag } = await server.campaigns(await store.read((home) => home.fact("campaigns_tag")));
  if (list === null) return;
  const [genuine, forged] = [new Map(), /** @type {string[]} */ ([])];
  for (const [name, signed] of claimed(list.campaigns)) {
    if ((await ifSigned(openSigned(signed, "campaign", serverKey))) !== null) genuine.set(name, signed);
    else forged.push(name);
  }
  await store.write(async (home) => {
    home.keepCampaigns(genuine);
    await home.results.listCampaigns(genuine.keys(), today);
    home.setFact("campaigns_tag", forged.length > 0 ? null : tag);
    for (const name of forged) {
      const detail = `${name}: this campaign is not signed by the expected key`;
      home.log({ time: clock(), what: "refusal", reason: "bad-signature", detail });
    }
  });
}

/**
 * The signed campaigns by the id they claim; whether the claim is signed is for the caller to check.
 *
 * One that this version can't read is left out: it must not keep the donor from the others.
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
 * A message that is being opened; null if it isn't signed by the expected key.
 * @template Message
 * @param {Promise<Message>} opening
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
