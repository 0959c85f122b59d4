// The names of errors: the problems that a server answers with, and the errors that a donor's program shows.
// Generated from pdd_shared/protocol/error_names.py by `python -m scripts.generate`: change it there.

/** @typedef {typeof PROBLEM_NAMES[number]} ProblemName */

export const PROBLEM_NAMES = Object.freeze(
  /** @type {const} */ ([
    // The request is not a message of this version of the protocol.
    "invalid-message",
    // A vector, upload or answer has another size than its plan says.
    "wrong-size",
    // The exchange key is not signed by the identity key.
    "forged-member",
    // A key is of low order.
    "weak-key",
    // The message is not signed by the donor's key.
    "bad-signature",
    // The token belongs to no donor.
    "not-registered",
    // The token belongs to no account.
    "not-authorised",
    // The account may not do this.
    "forbidden",
    // The server registers donors by invitation only.
    "invitation-needed",
    // The donor has no place in that group, cohort or committee.
    "not-a-member",
    // There is nothing at this address.
    "not-found",
    // There is no round of that day, or no epoch of that number.
    "no-such-round",
    // There is no campaign of that id.
    "no-such-campaign",
    // The address does not take requests of this method.
    "method-not-allowed",
    // The identity key is another donor's.
    "already-registered",
    // A key of the ticket is in another ticket of the epoch.
    "duplicate-member",
    // The request builds on a state that the server no longer has: a copied or restored donor, a changed draft.
    "stale-state",
    // The context is of another plan or roster.
    "foreign-plan",
    // The donor has sent another vector for this round, or another ticket for this epoch.
    "different-vector",
    // The member has given another answer for this list.
    "different-answer",
    // The leaf was dealt to another cohort.
    "wrong-cohort",
    // The data day is before the first on which the home takes part.
    "wrong-day",
    // The cohort has as many uploads as its plan allows.
    "cohort-full",
    // The window is over.
    "too-late",
    // The request is larger than any message of this server.
    "too-large",
    // The address does not take bodies of this content type.
    "unsupported-media-type",
    // The program is older than the oldest that this server works with.
    "client-too-old",
    // Too many requests came from this donor or address.
    "rate-limited",
    // The server failed at the request, and nothing was changed.
    "internal-error",
    // The server is busy with other work.
    "busy",
  ]),
);

/** @typedef {typeof DONOR_ERROR_CODES[number]} DonorErrorCode */

export const DONOR_ERROR_CODES = Object.freeze(
  /** @type {const} */ ([
    // The entered text is not a link to a server or a campaign.
    "not-a-link",
    // The entered text is not a web address.
    "not-an-address",
    // The address is not encrypted (https).
    "not-encrypted",
    // Nothing answers at the address.
    "no-connection",
    // Something else answers there, such as a Wi-Fi's sign-in page.
    "foreign-answer",
    // The server failed, and did not say why.
    "server-error",
    // The answer took too long.
    "too-slow",
    // The answer is longer than any of a donation server.
    "endless-answer",
    // The answer has a form that this version does not know.
    "unreadable-answer",
    // The server answered with a problem, which has a name.
    "problem",
    // The server shows another identity key than the pinned one.
    "changed-server-key",
    // The server is in another time zone than when the donor joined it.
    "changed-server-zone",
    // The server's identity key did not sign the key of today.
    "unvouched-key",
    // The days of the server's key are over.
    "expired-key",
    // The server signs with a key that was replaced, or its chain of keys is not the one that the home knows.
    "revoked-key",
    // A campaign is not signed by the server's key.
    "forged-campaign",
    // The server collects in a time zone that this system does not know.
    "unknown-zone",
    // No server was joined yet.
    "not-joined",
    // Joining another server was begun and not finished.
    "joining-unfinished",
    // Another server was joined before.
    "other-server",
    // The server has no campaign to join.
    "no-campaigns",
    // The server has no campaign of that name.
    "no-such-campaign",
    // The campaign was not joined.
    "not-joined-campaign",
    // The campaign asks for a choice that was not made.
    "choose-stratum",
    // The campaign's groups are smaller than a donor accepts.
    "small-groups",
    // The campaign has a keyword that this version can't count.
    "uncountable",
    // Something else is under way.
    "under-way",
    // The day was sent or decided, and can't be changed.
    "day-locked",
    // The day is not counted.
    "day-not-counted",
    // The day's counts are no longer taken.
    "day-over",
    // The day is in the future.
    "day-to-come",
    // The word to block has no letter and no number.
    "no-word",
    // The word to block is too long.
    "too-long",
    // The word is not blocked.
    "not-blocked",
    // The day has no such search.
    "no-such-search",
    // The end of the pause is in the past.
    "pause-in-past",
    // There is no such way of sending.
    "not-a-mode",
    // The ceiling of the privacy account is not a number above 0.
    "not-a-limit",
    // There is no such preference.
    "no-such-preference",
    // The preference has no such value.
    "wrong-preference",
    // The published results can't be read.
    "unreadable-results",
    // The file has no checkpoint of the public log that the server signed.
    "no-checkpoint",
    // The disk is full.
    "disk-full",
    // The program's stored data can't be read or written.
    "store-failed",
    // The stored data was written by a newer version.
    "store-newer",
    // The stored data was changed by a newer version while this one ran.
    "store-outdated",
    // The stored data is damaged.
    "store-damaged",
    // The app donates this browser's counts.
    "app-donates",
    // The app does not answer the extension.
    "app-unreachable",
  ]),
);
