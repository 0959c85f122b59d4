// A log's checkpoint as witnesses cosign it, in the formats of the C2SP: signed-note, tlog-checkpoint and
// tlog-cosignature (docs/reference/cohort.md, "Witnesses"; pdd_shared/protocol/checkpoints.py).

import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { toHex, utf8 } from "../../../protocol/encoding.js";
import { verify } from "../../../protocol/primitives.js";
import { SIGNATURE_SIZE } from "../../../protocol/sizes.js";

/** The kind of a witness's key, whose signatures have a time. */
const COSIGNER = 4;
const ID_SIZE = 4;
const TIME_SIZE = 8;
/** A signer's name is printable ASCII without space and plus, which is less than the formats allow. */
const KEY = /^([!-*,-~]{1,255})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/u;
const SIGNATURE = /^— ([!-*,-~]{1,255}) ([A-Za-z0-9+/=]{1,8192})$/u;

/**
 * A witness's key: the name and the ID (hex) that its signatures carry, and the Ed25519 public key, 32 bytes.
 * @typedef {Readonly<{name: string, id: string, public: Uint8Array}>} WitnessKey
 */

/**
 * Return the name of the log of the server at a web address, as donors type it.
 *
 * Homes compute it themselves. A witness takes any number of logs, so a server could else keep one for each donor.
 * @param {string} url
 */
export function originOf(url) {
  const [, ...after] = url.split("://");
  return `${after.join("://").replace(/\/+$/, "")}/log`;
}

/**
 * Return the key in a text such as `witness.example.org+1a2b3c4d+BASE64`; null if it is no witness's Ed25519 key, or a
 * digit is wrong.
 * @param {string} text
 * @returns {WitnessKey | null}
 */
export function witnessKey(text) {
  const [, name, id, encoded] = KEY.exec(text) ?? [];
  const data = encoded === undefined ? null : fromBase64(encoded);
  if (data === null || data[0] !== COSIGNER) return null;
  // What is hashed is the kind and the key, as they stand in the text.
  const named = sha256(concatBytes(utf8(`${name}\n`), data)).subarray(0, ID_SIZE);
  return toHex(named) === id ? Object.freeze({ name, id, public: data.subarray(1) }) : null;
}

/**
 * Return what witnesses cosign of a log.
 * @param {string} origin the log's name
 * @param {number} size how many lines it has
 * @param {Uint8Array} root their root
 */
export function checkpointText(origin, size, root) {
  return `${origin}\n${size}\n${btoa(String.fromCharCode(...root))}\n`;
}

/**
 * Return when the witness with this key made the cosignature in a line, in seconds since 1970. Null if the line is no
 * cosignature of the checkpoint by this key.
 * @param {string} line
 * @param {string} text of the checkpoint
 * @param {WitnessKey} key
 * @returns {Promise<bigint | null>}
 */
export async function cosignedAt(line, text, { name, id, public: key }) {
  const [, signer, encoded] = SIGNATURE.exec(line) ?? [];
  const data = signer === name ? fromBase64(encoded) : null;
  if (data?.length !== ID_SIZE + TIME_SIZE + SIGNATURE_SIZE || toHex(data.subarray(0, ID_SIZE)) !== id) return null;
  // It is signed with all its digits, of which a number would keep 53 bits.
  const seconds = new DataView(data.buffer).getBigUint64(ID_SIZE);
  const signed = utf8(`cosignature/v1\ntime ${seconds}\n${text}`);
  return (await verify(data.subarray(ID_SIZE + TIME_SIZE), signed, key)) ? seconds : null;
}

/**
 * Return the bytes of a text in Base64; null unless it is written in the one right way.
 * @param {string} text
 */
function fromBase64(text) {
  try {
    const binary = atob(text);
    // Base64 of the platform takes white space, missing padding, and bits that stand for nothing.
    return btoa(binary) === text ? Uint8Array.from(binary, (letter) => letter.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}
