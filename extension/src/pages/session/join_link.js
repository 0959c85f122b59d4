// Parses a link with which a donor joins.

import { PageError } from "../texts/error_texts.js";

const EXAMPLE = "https://pdd.example.org/join/winter-flu";
const SCHEME = "pdd:"; // before the whole link, where it shall open the app
const PAGE = /^(.*)\/join\/([a-z0-9][a-z0-9-]{0,63})\/?$/; // the server's own path, and the campaign's id

/** @typedef {Readonly<{url: string, campaign: string | null, invitation: string | null}>} Link */

/**
 * Parse a campaign's page to join by, `https://server/join/campaign#invitation=CODE`, or a plain address.
 *
 * Also taken: the same behind `pdd:`; `https://server/#campaign`; an invitation in the query. An address without a
 * scheme is taken as https. Whether there is a server, and whether it may be contacted, is checked later by the donor.
 * @param {string} text
 * @returns {Link}
 * @throws {PageError} if it is no address
 */
export function parseLink(text) {
  const typed = withoutScheme(text.trim());
  const url = parsed(typed.includes("://") ? typed : `https://${typed}`);
  if (url === null || /\s/.test(typed)) throw new PageError("not-a-link", { example: EXAMPLE });
  const page = PAGE.exec(url.pathname);
  const behind = url.hash.slice(1);
  // Pages have the code behind the #, which browsers send to nobody.
  const invitation = new URLSearchParams(behind).get("invitation") || url.searchParams.get("invitation");
  return Object.freeze({
    url: `${url.origin}${page ? page[1] : url.pathname.replace(/\/+$/, "")}`,
    campaign: page ? page[2] : named(behind),
    invitation: invitation || null,
  });
}

/**
 * Whether an address is that of a campaign's page to join by.
 * @param {string} address
 */
export function isJoinPage(address) {
  const url = parsed(address);
  return url !== null && PAGE.test(url.pathname);
}

/** @param {string} typed */
function withoutScheme(typed) {
  return typed.startsWith(SCHEME) ? typed.slice(SCHEME.length) : typed;
}

/**
 * Return the campaign that stands behind the #, or null if something else or nothing does.
 * @param {string} behind
 */
function named(behind) {
  return behind.includes("=") ? null : decoded(behind) || null;
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
