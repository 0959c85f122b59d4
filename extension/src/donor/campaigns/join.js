// Joins campaigns: reads and checks a server's offer, then keeps the donor's consents and registers the donor.

import { isEqual, languageOf, select, stratumOf } from "../../core/donation/consent.js";
import { DonorError } from "../../core/errors.js";
import { VocabularyError } from "../../counting/entries.js";
import { vocabularyOfCampaign } from "../../counting/vocabulary.js";
import { checkedUrl } from "../../gateways/server_http/http.js";
import { dayOf } from "../../protocol/days.js";
import { LEAST_GROUP } from "../../protocol/limits.js";
import { BadSignature, openSigned } from "../../protocol/signing.js";
import { joinedBy, membershipOf } from "../installation.js";
import { checkOnlineKey, followKeys, knownWitnesses, learnWitnesses } from "../server_keys.js";
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
 * Fetch and check a server's offer. Nothing about the donor is sent.
 * @param {Installation} installation
 * @param {string} address of the server
 * @param {readonly string[] | null} wanted campaign ids, null for all
 * @returns {Promise<Offer>}
 * @throws {DonorError} if the home belongs to another server, the server's key has changed, any listed campaign is not
 *   signed by it, a wanted one does not exist or can't be joined, or the server can't be reached
 */
export async function fetchOffer(installation, address, wanted) {
  const url = checkedUrl(address);
  await installation.store.read((home) => checkServer(home, url));
  const server = installation.server(url);
  const [info, { list }] = [await server.info(), await server.campaigns()];
  const signed = list === null ? new Map() : claimed(list.campaigns);
  const { consents, witnesses } = await installation.store.read(async (home) => {
    await checkServer(home, url, info);
    return { consents: await newestConsents(home), witnesses: await witnessesFor(home, info) };
  });
  checkZone(info);
  const key = await keyOf(installation, server, info);
  const opened = new Map();
  for (const [name, text] of signed) opened.set(name, await openedBy(text, key));
  return offer(url, { ...info, witnesses }, opened, signed, consents, wanted);
}

/**
 * Return the key with which the server signs. Before it has joined, a home knows no chain that it could follow.
 * @param {Installation} installation
 * @param {import("../../gateways/server_http/server_http.js").ServerHttp} server
 * @param {ServerInfo} info
 */
async function keyOf({ store, clock }, server, info) {
  const today = dayOf(clock(), info.zone);
  const joined = await store.read(joinedBy);
  return joined === null ? checkOnlineKey(info, today) : followKeys(store, server, info, today);
}

/**
 * Return the offer of the joined server, as it was listed last. Nobody is contacted.
 * @param {Installation} installation
 * @param {readonly string[] | null} wanted campaign ids, null for all
 * @returns {Promise<Offer>}
 * @throws {DonorError} if no server is joined, or a wanted campaign is not listed or can't be joined
 */
export function listedOffer(installation, wanted) {
  return installation.store.read(async (home) => {
    const { url, info } = await membershipOf(home);
    const listed = new Set(
      (await home.results.all()).filter((kept) => kept.unlisted === null).map((kept) => kept.campaign),
    );
    const campaigns = new Map([...(await home.campaigns())].filter(([name]) => listed.has(name)));
    const described = { ...info, witnesses: await witnessesFor(home, info) };
    return offer(url, described, campaigns, await home.signedCampaigns(), await newestConsents(home), wanted);
  });
}

/**
 * Make an offer of the wanted campaigns.
 * @param {string} url
 * @param {ServerInfo} info
 * @param {ReadonlyMap<string, Campaign>} campaigns
 * @param {ReadonlyMap<string, Signed>} signed
 * @param {ReadonlyMap<string, Consent>} consents
 * @param {readonly string[] | null} wanted
 * @returns {Offer}
 */
function offer(url, info, campaigns, signed, consents, wanted) {
  const chosen = select(campaigns, wanted);
  /** @param {ReadonlyMap<string, any>} all */
  const ofChosen = (all) => Object.freeze(Object.fromEntries(chosen.map((name) => [name, all.get(name)])));
  for (const name of chosen) checkCampaign(/** @type {Campaign} */ (campaigns.get(name)));
  return Object.freeze({
    url,
    info,
    campaigns: ofChosen(campaigns),
    signed: ofChosen(signed),
    consents: Object.freeze(Object.fromEntries(consents)),
  });
}

/**
 * Agree to the offer: keep the consents, and register the donor if it is not registered yet. The donor joins all
 * campaigns of the offer, or none if anything fails.
 * @param {Installation} installation
 * @param {Offer} offered
 * @param {Readonly<Record<string, string | null>>} strata by campaign id, the donor's stratum where there are some;
 *   where it is null or missing, the one chosen there before
 * @param {string | null} invitation
 * @param {string} preferred the language in which the texts were shown
 * @returns {Promise<Joined>}
 * @throws {DonorError} `choose-stratum`; or if the home belongs to another server by now, the server refuses the donor
 *   or contradicts itself, or a contact is under way
 */
export async function accept(installation, offered, strata, invitation, preferred) {
  const { url, info, campaigns, signed, consents } = offered;
  const given = Object.values(campaigns).map((campaign) =>
    Object.freeze({
      signed: signed[campaign.id],
      campaign,
      language: languageOf(campaign, preferred),
      time: installation.clock(),
      stratum: stratumOf(campaign, strata[campaign.id] ?? consents[campaign.id]?.stratum ?? null),
    }),
  );
  return installation.exclusive(async () => {
    // Check again under the lock: another page may have joined a server since the offer was fetched.
    const { known, before, isFirst } = await installation.store.read(async (home) => {
      await checkServer(home, url, info);
      const [known, before] = [await home.credentials(), await home.fact("invitation")];
      return { known, before, isFirst: await isFirstConsent(home) };
    });
    await installation.marker?.set(true);
    const newest = await infoUnder(installation, offered);
    if (known === null) await installation.register(installation.server(url), newest, invitation ?? before);
    return installation.store.write(async (home) => {
      // Later only contacts teach witnesses, which all homes make: the server could tell who has just joined.
      if (isFirst && info.witnesses !== undefined) await learnWitnesses(home, info.witnesses);
      return keep(home, newest, signed, given);
    });
  });
}

/**
 * Return, in the caller's transaction, whether the home has never agreed to anything, also if joining was cut off before.
 * @param {Home} home
 */
async function isFirstConsent(home) {
  return (await home.everyConsent()).length === 0;
}

/**
 * Return the witnesses that are in force for a donor who agrees now.
 * @param {Home} home
 * @param {ServerInfo} info
 */
async function witnessesFor(home, { witnesses }) {
  return (await isFirstConsent(home)) ? witnesses : ((await knownWitnesses(home)) ?? undefined);
}

/**
 * Return the server's description of itself, fetched again if its protocol is not that of the offered campaigns.
 *
 * That is so if the server has changed its protocol since it was described. Its delay has then changed as well.
 * @param {Installation} installation
 * @param {Offer} offered
 * @returns {Promise<ServerInfo>}
 * @throws {DonorError} if it is another server now, or its protocol still is not that of its campaigns
 */
async function infoUnder(installation, { url, info, campaigns }) {
  /** @param {ServerInfo} described */
  const isTheirs = ({ protocol }) => Object.values(campaigns).every(({ terms }) => terms.protocol === protocol);
  if (isTheirs(info)) return info;
  const newest = await installation.server(url).info();
  await installation.store.read((home) => checkServer(home, url, newest));
  checkZone(newest);
  await keyOf(installation, installation.server(url), newest);
  if (newest.key === info.key && newest.zone === info.zone && isTheirs(newest)) return newest;
  const { host } = new URL(url);
  const line = `the server at ${host} contradicts itself: nothing was sent; try again later`;
  throw new DonorError("server-error", line, { host, url });
}

/**
 * Keep the server and the new consents in the caller's transaction.
 * @param {Home} home
 * @param {ServerInfo} info
 * @param {Readonly<Record<string, Signed>>} signed the offered campaigns' texts, by id
 * @param {readonly Consent[]} given
 * @returns {Promise<Joined>}
 */
async function keep(home, info, signed, given) {
  const consents = await newestConsents(home);
  const isNew = (/** @type {Consent} */ consent) => !isSame(consent, consents.get(consent.campaign.id));
  const before = await joinedBy(home);
  // A day that waits already must not go out sooner than the donor was told, so the delay never shrinks.
  const delay = info.protocol === "cohort" ? Math.max(info.delay, before?.info.delay ?? 0) : info.delay;
  home.setFact("server", JSON.stringify({ ...info, delay }));
  home.setFact("lost", null);
  home.keepCampaigns(Object.entries(signed));
  for (const consent of given.filter(isNew)) {
    home.addConsent(consent);
    // From today on, other keywords may be counted.
    const since = dayOf(consent.time, info.zone);
    await home.days.forgetKept(({ campaign, day }) => campaign === consent.campaign.id && day >= since);
  }
  return Object.freeze({
    campaigns: given.filter(isNew).map(({ campaign }) => campaign.id),
    already: given.filter((consent) => !isNew(consent)).map(({ campaign }) => campaign.id),
  });
}

/**
 * Check a campaign's signature and return the campaign.
 * @param {Signed} signed
 * @param {Uint8Array} key the server's online key
 * @returns {Promise<Campaign>}
 * @throws {DonorError} `forged-campaign`
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
 * Return the newest consent in force to each campaign, by id.
 * @param {Home} home
 * @returns {Promise<ReadonlyMap<string, Consent>>}
 */
async function newestConsents(home) {
  const newest = [...(await home.agreed())].map(([name, consents]) => [name, consents[consents.length - 1]]);
  return new Map(/** @type {[string, Consent][]} */ (newest));
}

/**
 * Check that a server is the one that this home belongs to, if it belongs to one: a home has one server, with one key.
 * @param {Home} home
 * @param {string} url
 * @param {ServerInfo | null} [info] null if the server was not asked yet: then only its address is checked
 * @throws {DonorError} `other-server`, `changed-server-key` or, in `cohort`, `changed-server-zone`
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
  // A home counts days in the zone that it joined with. In another zone, the same hours could be sent or signed for
  // twice.
  if (info !== null && info.protocol === "cohort" && membership.info.zone !== info.zone) {
    const line = `${url} has another time zone than when you joined: nothing was sent; ask who runs the server`;
    throw new DonorError("changed-server-zone", line, { url });
  }
}

/**
 * Check that this browser knows the server's time zone.
 * @param {ServerInfo} info
 * @throws {DonorError} `unknown-zone`
 */
function checkZone({ zone }) {
  try {
    Intl.DateTimeFormat("en", { timeZone: zone });
  } catch {
    const line = `the server's time zone ${zone} is unknown on this computer`;
    throw new DonorError("unknown-zone", line, { zone });
  }
}

/**
 * Check that this version can take part in a campaign.
 * @param {Campaign} campaign
 * @throws {DonorError} `small-groups`, or `uncountable` for a keyword that this version can't handle
 */
function checkCampaign({ id, terms, vocabulary }) {
  // In `cohort` the floor follows from the epoch's tree and is never below 3, whatever the terms say.
  if (terms.protocol !== "cohort" && terms.min_group < LEAST_GROUP) {
    const line =
      `campaign ${id} would add you to groups as small as ${terms.min_group}: ` +
      `a donor accepts ${LEAST_GROUP} or more; ask who runs it`;
    throw new DonorError("small-groups", line, { campaign: id, least: LEAST_GROUP });
  }
  try {
    vocabularyOfCampaign(vocabulary);
  } catch (error) {
    if (!(error instanceof VocabularyError)) throw error;
    throw new DonorError("uncountable", `campaign ${id} can't be counted: ${error.message}`, { campaign: id });
  }
}

/**
 * Return whether the donor holds this consent already: to the same text, in the same stratum.
 * @param {Consent} consent
 * @param {Consent | undefined} consents
 */
function isSame(consent, consents) {
  return consents !== undefined && isEqual(consents.campaign, consent.campaign) && consents.stratum === consent.stratum;
}
