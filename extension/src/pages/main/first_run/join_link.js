// Parses a link with which a donor joins.

import { PageError } from "../../texts/error_texts.js";

const EXAMPLE = "https://pdd.example.org/#winter-flu";

/** @typedef {Readonly<{url: string, campaign: string | null, invitation: string | null}>} Link */

/**
 * Parse `https://server/#campaign-id`, `https://server/?invitation=CODE`, both, or a plain address.
 *
 * An address without a scheme is taken as https. Whether there is a server, and whether it may be contacted, is checked
 * later by the donor.
 * @param {string} text
 * @returns {Link}
 * @throws {PageError} if it is no address
 */
export function parseLink(text) {
  const typed = text.trim();
  const url = parsed(typed.includes("://") ? typed : `https://${typed}`);
  if (url === null || /\s/.test(typed)) throw new PageError("no_link", { example: EXAMPLE });
  return Object.freeze({
    url: `${url.origin}${url.pathname.replace(/\/+$/, "")}`,
    campaign: decoded(url.hash.slice(1)) || null,
    invitation: url.searchParams.get("invitation") || null,
  });
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
