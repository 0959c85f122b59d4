// The sizes of what is hashed, signed, drawn and sent.
// Generated from pdd_shared/protocol/encoding.py, pdd_shared/protocol/keys.py, pdd_shared/rounds/layout.py,
// pdd_shared/rounds/cohort/epoch/tree.py, pdd_shared/rounds/cohort/day/uploads.py,
// pdd_shared/privacy/noise/donor_shares.py by `python -m scripts.generate`: change it there.

/** Bytes of a digest. */
export const DIGEST_SIZE = 32;

/** The version in the domain of every digest made here. The `cohort` round has domains of its own, "pdd/2/...". */
export const PROTOCOL_VERSION = 1;

/** Bytes of a public key, a secret key and a seed. */
export const KEY_SIZE = 32;

/** How many numbers of a block come before its counts: `joined` and `searches`. */
export const LEADING = 2;

/** Bytes of an encoded leaf. */
export const LEAF_SIZE = 68;

/** Bytes of an upload's nonce. It is random, so a restored home that encrypts a day again draws another one. */
export const NONCE_SIZE = 16;

/** Bytes of an Ed25519 signature. */
export const SIGNATURE_SIZE = 64;

/** Random bytes of a draw: one 128-bit number, little endian. A share takes two draws, first the one that is added. */
export const DRAW_BYTES = 16;
