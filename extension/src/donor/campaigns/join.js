// Joining: reading a server's offer, and agreeing to it.

import { isEqual, languageOf, select, stratumOf } from "../../core/donation/consent.js";
import { DonorError } from "../../core/errors.js";
import { parseVocabulary, VocabularyError } from "../../counting/vocabulary.js";
import { checkedUrl } from "../../gateways/server_http/http.js";
import { dayOf } from "../../protocol/days.js";
import { LEAST_GROUP } from "../../protocol/limits.js";
import { BadSignature, openSigned } from "../../protocol/signing.js";
import { hasOneNoise } from "../../protocol/terms.js";
import { checkOnlineKey, joinedBy, membershipOf } from "../installation.js";
import { claimed } from "./campaign_list.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../../core/views.js").Offer} Offer */
/** @typedef {import("../../core/views.js").Joined} Joined */
/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../protocol/messages.js").ServerInfo} ServerInfo */
/** @typedef {import("../../core/donation/consent.js").Consent} Consent */

/**
 * What the server offers of the wanted campaigns, all by default; nothing of the donor is sent.
 *
 * DonorError if the home belongs to another server, the server's key has changed, or a campaign is not signed by it.
 * @param {Installation} installation
 * @param {string} address
 * @param {readonly string[] | null} wanted
 * @returns {Promise<Offer>}
 */
export async function look(installation, address, wanted) {
  const url = checkedUrl(address);
  await installation.store.read((home) => checkServer(home, url));
  const server = installation.server(url);
  const [info, { list }] = [await server.info(), await server.campaigns()];
  const signed = list === null ? new Map() : claimed(list.campaigns);
  const held = await installation.store.read(async (home) => {
    await checkServer(home, url, info);
    return heldBy(home);
  });
  checkZone(info);
  const key = await checkOnlineKey(info, dayOf(installation.clock(), info.zone));
  const opened = new Map();
  for (const [name, text] of signed) opened.set(name, await openedBy(text, key));
  return offer(url, info, opened, signed, held, wanted);
}

/**
 * What the server that is joined offers, as it was listed last; nobody is contacted.
 * @param {Installation} installation
 * @param {readonly string[] | null} wanted
 * @returns {Promise<Offer>}
 */
export function lookAgain(installation, wanted) {
  return installation.store.read(async (home) => {
    const { url, info } = await membershipOf(home);
    const listed = new Set(
      (await home.results.all()).filter((kept) => kept.unlisted === null).map((kept) => kept.campaign),
    );
    const campaigns = new Map([...(await home.campaigns())].filter(([name]) => listed.has(name)));
    return offer(url, info, campaigns, await home.signedCampaigns(), await heldBy(home), wanted);
  });
}

/**
 * @param {string} url
 * @param {ServerInfo} info
 * @param {ReadonlyMap<string, Campaign>} campaigns
 * @param {ReadonlyMap<string, Signed>} signed
 * @param {ReadonlyMap<string, Consent>} held
 * @param {readonly string[] | null} wanted
 * @returns {Offer}
 */
function offer(url, info, campaigns, signed, held, wanted) {
  const chosen = select(campaigns, wanted);
  /** @param {ReadonlyMap<string, any>} all */
  const ofChosen = (all) => Object.freeze(Object.fromEntries(chosen.map((name) => [name, all.get(name)])));
  for (const name of chosen) checkCampaign(/** @type {Campaign} */ (campaigns.get(name)));
  return Object.freeze({
    url,
    info,
    campaigns: ofChosen(campaigns),
    signed: ofChosen(signed),
    held: Object.freeze(Object.fromEntries(held)),
  });
}

/**
 * Agree to the offer: consents are kept as given, and the donor is registered if it is not yet.
 *
 * `stratum` is the donor's own in every campaign that has strata, by default the one chosen there before; `preferred`
 * the language the texts were shown in.
 * @param {Installation} installation
 * @param {Offer} offered
 * @param {string | null} stratum
 * @param {string | null} invitation
 * @param {string} preferred
 * @returns {Promise<Joined>}
 */
export async function accept(installation, offered, stratum, invitation, preferred) {
  const { url, info, campaigns, signed, held } = offered;
  const given = Object.values(campaigns).map((campaign) =>
    Object.freeze({
      signed: signed[campaign.id],
      campaign,
      language: languageOf(campaign, preferred),
      time: installation.clock(),
      stratum: stratumOf(campaign, stratum ?? held[campaign.id]?.stratum ?? null),
    }),
  );
  return installation.exclusive(async () => {
    // Again: another page may have joined meanwhile.
    const [known, before] = await installation.store.read(async (home) => {
      await checkServer(home, url, info);
      return [await home.credentials(), await home.fact("invitation")];
    });
    await installation.marker?.set(true);
    const newest = await infoUnder(installation, offered);
    if (known === null) await installation.register(installation.server(url), newest, invitation ?? before);
    return installation.store.write((home) => keep(home, newest, signed, given));
  });
}

/**
 * What the server says of itself, asked again where it has changed its protocol since it was last asked: with that its
 * windows have changed, too.
 *
 * DonorError if it then is another server than the one that was looked at, or its protocol is not its campaigns'.
 * @param {Installation} installation
 * @param {Offer} offered
 * @returns {Promise<ServerInfo>}
 */
async function infoUnder(installation, { url, info, campaigns }) {
  /** @param {ServerInfo} said */
  const isTheirs = ({ protocol }) => Object.values(campaigns).every(({ terms }) => terms.protocol === protocol);
  if (isTheirs(info)) return info;
  const newest = await installation.server(url).info();
  await installation.store.read((home) => checkServer(home, url, newest));
  checkZone(newest);
  await checkOnlineKey(newest, dayOf(installation.clock(), newest.zone));
  if (newest.key === info.key && newest.zone === info.zone && isTheirs(newest)) return newest;
  const { host } = new URL(url);
  const line = `the server at ${host} contradicts itself: nothing was sent; try again later`;
  throw new DonorError("server-error", line, { host, url });
}

/**
 * @param {Home} home
 * @param {ServerInfo} info
 * @param {Readonly<Record<string, Signed>>} signed
 * @param {readonly Consent[]} given
 * @returns {Promise<Joined>}
 */
async function keep(home, info, signed, given) {
  const held = await heldBy(home);
  const isNew = (/** @type {Consent} */ consent) => !isSame(consent, held.get(consent.campaign.id));
  const before = await joinedBy(home);
  // A day that waits goes out no sooner than the donor was told.
  const delay = info.protocol === "cohort" ? Math.max(info.delay, before?.info.delay ?? 0) : info.delay;
  home.setFact("server", JSON.stringify({ ...info, delay }));
  home.setFact("lost", null);
  home.keepCampaigns(Object.entries(signed));
  for (const consent of given.filter(isNew)) home.addConsent(consent);
  return Object.freeze({
    campaigns: given.filter(isNew).map(({ campaign }) => campaign.id),
    already: given.filter((consent) => !isNew(consent)).map(({ campaign }) => campaign.id),
  });
}

/**
 * @param {Signed} signed
 * @param {Uint8Array} key that the server signs with
 * @returns {Promise<Campaign>}
 */
async function openedBy(signed, key) {
  try {
    return await openSigned(signed, "campaign", key);
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    throw new DonorError("forged-campaign", `${error.message}: nothing was sent; ask who runs the server`);
  }
}

/**
 * @param {Home} home
 * @returns {Promise<ReadonlyMap<string, Consent>>}
 */
async function heldBy(home) {
  const newest = [...(await home.agreed())].map(([name, consents]) => [name, consents[consents.length - 1]]);
  return new Map(/** @type {[string, Consent][]} */ (newest));
}

/**
 * A home has one server, with one key.
 * @param {Home} home
 * @param {string} url
 * @param {ServerInfo | null} [info]
 */
async function checkServer(home, url, info = null) {
  const membership = await joinedBy(home);
  if (membership === null) return;
  if (membership.url !== url) {
    const line = `you have joined ${membership.url}: erase everything first to join ${url}`;
    throw new DonorError("other-server", line, { url, joined: membership.url });
  }
  if (info !== null && membership.info.key !== info.key) {
    const line = `${url} has another key than when you joined: nothing was sent; ask who runs the server`;
    throw new DonorError("changed-server-key", line, { url });
  }
  // Days are counted in the zone of the first joining: in another one, a day could be sent or signed for twice.
  if (info !== null && info.protocol === "cohort" && membership.info.zone !== info.zone) {
    const line = `${url} has another time zone than when you joined: nothing was sent; ask who runs the server`;
    throw new DonorError("changed-server-key", line, { url });
  }
}

/** @param {ServerInfo} info */
function checkZone({ zone }) {
  try {
    Intl.DateTimeFormat("en", { timeZone: zone });
  } catch {
    const line = `the server's time zone ${zone} is unknown on this computer`;
    throw new DonorError("unknown-zone", line, { zone });
  }
}

/** @param {Campaign} campaign */
function checkCampaign({ id, terms, vocabulary }) {
  // A cohort's least floor follows from its tree, whatever the terms say: it is never below 3.
  if (terms.protocol !== "cohort" && terms.min_group < LEAST_GROUP) {
    const line =
      `campaign ${id} would add you to groups as small as ${terms.min_group}: ` +
      `a donor accepts ${LEAST_GROUP} or more; ask who runs it`;
    throw new DonorError("small-groups", line, { campaign: id, least: LEAST_GROUP });
  }
  if (terms.protocol === "cohort" && !hasOneNoise(terms)) {
    const line = `campaign ${id} can't be counted: this version can't tell what its noise costs; is there a newer one?`;
    throw new DonorError("uncountable", line, { campaign: id });
  }
  try {
    parseVocabulary(vocabulary);
  } catch (error) {
    if (!(error instanceof VocabularyError)) throw error;
    throw new DonorError("uncountable", `campaign ${id} can't be counted: ${error.message}`, { campaign: id });
  }
}

/**
 * @param {Consent} consent
 * @param {Consent | undefined} held
 */
function isSame(consent, held) {
  return held !== undefined && isEqual(held.campaign, consent.campaign) && held.stratum === consent.stratum;
}
