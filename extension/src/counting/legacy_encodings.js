// Decodes the legacy encodings that URLs name (pdd_shared/counting/legacy_encodings.py). The browser's TextDecoder has them;
// Node.js's has other tables, so that tests/extension/browser/test_encodings.py runs this in Chromium and Firefox.

// Four pairs of bytes of Big5 stand for a letter and an accent (U+00CA or U+00EA, U+0304 or U+030C). Chromium 156 gives
// other code points for both, of which the second is half a surrogate pair: no other bytes give that.
const WRONG = /[\u0093\u00b3][\udf04\udf0c]/gu;

// Chromium 156 forgets to leave the second table of EUC-JP, JIS X 0212, after a sequence of it that is malformed: each
// sequence is decoded by itself. One ends before an ASCII byte that breaks it off.
const SEQUENCES = /\x8f[\xa1-\xfe][\x80-\xff]?|[\x8e\x8f\xa1-\xfe][\x80-\xff]?|./gs;

/**
 * The text of these bytes, with U+FFFD for each malformed sequence.
 * @param {Uint8Array} bytes
 * @param {string} label one that TextDecoder knows
 */
export function decode(bytes, label) {
  if (label !== "euc-jp") return decodeAtOnce(bytes, label);
  const sequences = String.fromCharCode(...bytes).match(SEQUENCES) ?? [];
  return sequences
    .map((each) =>
      decodeAtOnce(
        Uint8Array.from(each, (byte) => byte.charCodeAt(0)),
        label,
      ),
    )
    .join("");
}

/**
 * @param {Uint8Array} bytes
 * @param {string} label
 */
function decodeAtOnce(bytes, label) {
  const text = new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
  return text.replace(WRONG, ([letter, accent]) =>
    String.fromCharCode(letter.charCodeAt(0) + 0x37, accent.charCodeAt(0) - 0xdc00),
  );
}
