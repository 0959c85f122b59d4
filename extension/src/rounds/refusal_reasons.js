// The reasons for which a donor or the server refuses a message of a round.
// Generated from pdd_shared/rounds/refusals.py by `python -m scripts.generate`: change it there.

/** @typedef {typeof REASONS[number]} Reason */

export const REASONS = Object.freeze(
  /** @type {const} */ ([
    // Not signed by the expected key, not a message of the expected kind, or not written as the protocol writes it.
    "bad-signature",
    // The chain of keys does not go on from the link that the home knows, or its newest link is for another key.
    "revoked-key",
    // The plan names another server, or the roster another plan or day.
    "foreign-plan",
    // The plan's floor, the fewest donors in a group or list, is below what a donor accepts.
    "floor-too-low",
    // The roster has fewer members than the plan's floor.
    "group-too-small",
    // The donor is not in the roster exactly once with its own keys, or a receipt is not for its only ticket.
    "not-a-member",
    // Two members of a roster, or two tickets of an epoch, share a key.
    "duplicate-member",
    // A member's exchange key is not signed by its identity key.
    "forged-member",
    // A member shows another exchange key than the one its identity was first seen with.
    "changed-key",
    // A key is of low order: a member's exchange key, or a key of a ticket.
    "weak-key",
    // An epoch, or a receipt or leaves for one, belongs to another server, epoch, root, size or reset.
    "foreign-epoch",
    // An epoch begins before a home accepts another one.
    "too-soon",
    // The server signed two epochs under one number, or one with a lower number than a home accepted.
    "two-epochs",
    // The published number, size or root of an epoch differs from what the home was shown.
    "two-committees",
    // The public log does not go on from the lines that the home has read, or the server shows none.
    "forked-log",
    // The server signed an epoch that is not in its public log.
    "not-logged",
    // The server asked the home for no ticket before a tree was made, and would append it to this tree.
    "left-out",
    // The home's ticket, for which it has a receipt, is not in the tree, or has not the index of its receipt.
    "denied-ticket",
    // A member of a committee is not at the place that was drawn, or not in the tree.
    "wrong-committee",
    // The sums could pass the range in which they are read.
    "count-too-large",
    // The vector would have more numbers than a donor blinds, or more laws of noise than it draws.
    "layout-too-large",
    // The plan's data day has not ended.
    "day-not-over",
    // The data day is another epoch's, or lies before the first on which the home takes part.
    "wrong-day",
    // The list leaves out this member's own upload, which the server has confirmed.
    "denied-vector",
    // The member has certified another list of the same day.
    "told-before",
    // The donor has already sent something else for this day, or signed it under another plan, roster or context.
    "day-signed-before",
    // A vector, upload or answer has another size, or a word that is not below q.
    "wrong-size",
    // The donor has already sent another vector for this round, or another ticket for this epoch.
    "different-vector",
    // The window or the time for answers is over, or a list was shown before the window closed.
    "too-late",
    // The plan contradicts itself, or has a campaign or stratum twice.
    "malformed-plan",
    // The plan's window closes too early or too late, or answers are taken for too long after.
    "wrong-window",
    // A cohort is divided into a number of sub-cohorts that is not allowed, or that leaves them too few leaves.
    "sub-cohorts-too-small",
    // The included list is malformed, or has an entry that cannot be in it.
    "altered-list",
    // The included list has fewer entries of the tree than the floor.
    "list-too-small",
    // The certificate does not have a quorum's signatures under the list that this member certified.
    "bad-certificate",
    // The cohort has as many uploads as the plan allows.
    "cohort-full",
    // A leaf sent an upload to a cohort that it was not dealt to.
    "wrong-cohort",
    // The member has already given another answer for this list.
    "different-answer",
  ]),
);
