// Parses a link with which a donor joins.

import { PageError } from "../texts/error_texts.js";

const EXAMPLE = "https://pdd.example.org/join/winter-flu";
const SCHEME = "pdd:"; // before the whole link, where it shall open the app
const LINK = /(?:pdd:)?https?:\/\/[^\s<>"“”«»]*\.[^\s<>"“”«»]+/i; // a whole link among other words
const AROUND = "\"'`“”„‘’‚«»‹›<>().,;:!?…"; // what stands around a link in a sentence
const JOIN_PAGE = /\/join\/[a-z0-9][a-z0-9-]{0,63}\/?$/;
// A campaign's page, to join by or to read: the server's own path, and the campaign's id.
const PAGE = /^(.*)\/(?:join|campaigns)(?:\/([a-z0-9][a-z0-9-]{0,63}))?(?:\/.*)?$/i;

/** @typedef {Readonly<{url: string, campaign: string | null, invitation: string | null}>} Link */

/**
 * Parse a campaign's page to join by, `https://server/join/campaign#invitation=CODE`, or a plain address.
 *
 * Also taken: the same behind `pdd:`; the campaign's public page; `https://server/#campaign`; an invitation in the
 * query; a message that holds such a link. An address without a scheme is taken as https. Whether there is a server, and
 * whether it may be contacted, is checked later by the donor.
 * @param {string} text
 * @returns {Link}
 * @throws {PageError} if it is no address
 */
export function parseLink(text) {
  const typed = linkIn(text);
  const url = parsed(typed.includes("://") ? typed : `https://${typed}`);
  if (url === null || /\s/.test(typed)) throw new PageError("not-a-link", { example: EXAMPLE });
  const page = PAGE.exec(url.pathname);
  const behind = url.hash.slice(1);
  // Pages have the code behind the #, which browsers send to nobody.
  const invitation = new URLSearchParams(behind).get("invitation") || url.searchParams.get("invitation");
  return Object.freeze({
    url: `${url.origin}${page ? page[1] : url.pathname.replace(/\/+$/, "")}`,
    campaign: (page?.[2] || named(behind)).toLowerCase() || null,
    invitation: invitation || null,
  });
}

/**
 * Whether an address is that of a campaign's page to join by.
 * @param {string} address
 */
export function isJoinPage(address) {
  const url = parsed(address);
  return url !== null && JOIN_PAGE.test(url.pathname);
}

/**
 * Return the first link of a text, or the text, without what is invisible or stands around it.
 * @param {string} text
 */
function linkIn(text) {
  const visible = text.replace(/\p{Cf}/gu, "");
  const signs = [...(LINK.exec(visible)?.[0] ?? visible).trim()];
  const first = signs.findIndex((sign) => !AROUND.includes(sign));
  const last = signs.findLastIndex((sign) => !AROUND.includes(sign));
  const typed = signs.slice(Math.max(first, 0), last + 1).join("");
  return typed.toLowerCase().startsWith(SCHEME) ? typed.slice(SCHEME.length) : typed;
}

/**
 * Return the campaign that stands behind the #; empty if something else or nothing does.
 * @param {string} behind
 */
function named(behind) {
  return behind.includes("=") ? "" : decoded(behind);
}

/** @param {string} text */
function parsed(text) {
  try {
    const url = new URL(text);
    return ["http:", "https:"].includes(url.protocol) && url.hostname !== "" ? url : null;
  } catch {
    return null;
  }
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
