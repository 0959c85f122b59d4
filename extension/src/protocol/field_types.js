// The types of messages' fields that have a name.
// Generated from pdd_shared/protocol/fields.py by `python -m scripts.generate`: change it there.

import { integer, matching, textOf, unturned } from "./fields.js";

/** A number that four bytes hold: of an epoch, a cohort, a leaf. */
export const index = integer({ least: 0, most: 4_294_967_295 });

/** 16 bytes in lower-case hexadecimal. */
export const hex16 = matching(/^[0-9a-f]{32}$/u);

/** 32 bytes in lower-case hexadecimal: a key or a digest. */
export const hex32 = matching(/^[0-9a-f]{64}$/u);

/** 64 bytes in lower-case hexadecimal: a signature. */
export const hex64 = matching(/^[0-9a-f]{128}$/u);

/** The id of a campaign or a stratum. It can stand in an address and in a file's name. */
export const identifier = matching(/^[a-z0-9][a-z0-9-]{0,63}$/u);

/** Text without line breaks and control characters: it is shown beside other lines, and must not pass for one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out
export const line = unturned(matching(/^[^\x00-\x1f\x7f-\x9f\u2028\u2029]{1,500}$/u));

/** Text of several paragraphs. */
export const text = unturned(textOf(1, 20_000));
