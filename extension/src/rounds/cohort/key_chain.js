// The chain of a server's online keys, and the rules by which a home follows it
// (docs/reference/protocol.md, "Keys"; pdd_shared/rounds/cohort/key_chain.py, which says why each rule is there).

import { plusDays } from "../../protocol/days.js";
import { toHex } from "../../protocol/encoding.js";
import { LONGEST_KEY, MOST_LINKS } from "../../protocol/limits.js";
import { signedDigest } from "../../protocol/signing.js";
import { Refused } from "../refusals.js";
import { opened } from "./signed_messages.js";

/** @typedef {import("../../protocol/messages.js").KeyChain} KeyChain */
/** @typedef {import("./messages.js").KeyLink} KeyLink */

/**
 * The newest link that a home was shown: its number, and its digest (hex).
 * @typedef {Readonly<{sequence: number, digest: string}>} KnownLink
 */

/**
 * Check the chain that a server shows, and return its newest link.
 *
 * `server` is the server's pinned identity key, `onlineKey` the key with which it signs now, and `known` the newest link
 * that the home was shown before. Refused "bad-signature" if it is no chain of this identity key, or its newest link is
 * not for today. Refused "revoked-key" if it lacks the known link, or its newest link is for another key.
 * @param {KeyChain} chain
 * @param {{server: Uint8Array, onlineKey: Uint8Array, today: string, known: KnownLink | null}} own
 * @returns {Promise<KnownLink>}
 */
export async function follow({ links: texts }, { server, onlineKey, today, known }) {
  if (texts.length < 1 || texts.length > MOST_LINKS) {
    throw new Refused("bad-signature", `a chain of ${texts.length} links`);
  }
  const links = [];
  for (const signed of texts) links.push(await opened(signed, "key-link", server));
  const digests = texts.map((signed) => toHex(signedDigest(signed, "key-link")));
  checkLinks(links, digests, toHex(server));
  const newest = links[links.length - 1];
  if (known !== null && !links.some(({ sequence }, place) => isSame(known, sequence, digests[place]))) {
    throw new Refused("revoked-key", `the chain of keys does not go on from link ${known.sequence}`);
  }
  if (newest.key !== toHex(onlineKey)) {
    throw new Refused("revoked-key", `link ${newest.sequence} of the chain names another key`);
  }
  if (today < newest.first || today > newest.last) {
    throw new Refused("bad-signature", `link ${newest.sequence} is for ${newest.first} to ${newest.last}`);
  }
  return Object.freeze({ sequence: newest.sequence, digest: digests[digests.length - 1] });
}

/**
 * Check that each link follows the one before it, names the server, and is for some days and not too many.
 * @param {readonly KeyLink[]} links
 * @param {readonly string[]} digests
 * @param {string} server hex
 */
function checkLinks(links, digests, server) {
  if ((links[0].sequence === 0) !== (links[0].before === null)) {
    throw new Refused("bad-signature", `link ${links[0].sequence} is no beginning of a chain`);
  }
  for (const [place, link] of links.entries()) {
    if (link.server !== server) throw new Refused("bad-signature", "a link is of another server");
    if (place > 0 && (link.sequence !== links[place - 1].sequence + 1 || link.before !== digests[place - 1])) {
      throw new Refused("bad-signature", `link ${link.sequence} does not follow the link before it`);
    }
    if (link.last < link.first || link.first < plusDays(link.last, -LONGEST_KEY)) {
      throw new Refused("bad-signature", `the days of link ${link.sequence} are none, or too many`);
    }
  }
}

/**
 * @param {KnownLink} known
 * @param {number} sequence
 * @param {string} digest
 */
function isSame(known, sequence, digest) {
  return known.sequence === sequence && known.digest === digest;
}
