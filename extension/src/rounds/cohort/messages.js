// The messages of the `cohort` protocol that are signed as text, read strictly.
// Generated from pdd_shared/rounds/cohort/messages.py by `python -m scripts.generate`: change it there.

import { day, fromJson, integer, list, nullable, object, oneOf, optional } from "../../protocol/fields.js";
import { cohortTerms, hex16, hex32, identifier, index, line } from "../../protocol/messages.js";

/** One campaign's part of a plan: what its numbers in a day's vector mean, and the terms that bound them. */
export const cohortPart = object(
  {
    campaign: identifier,
    entries: integer({ least: 1, most: 50_000 }),
    vocabulary: hex32,
    strata: list(identifier),
    terms: cohortTerms,
    repeats: nullable(day),
  },
  { repeats: null },
);
/** @typedef {ReturnType<typeof cohortPart>} CohortPart */

/** The key that signs a server's other messages from day `first` to day `last`, both included. */
export const onlineKey = object({
  server: hex32,
  key: hex32,
  first: day,
  last: day,
});
/** @typedef {ReturnType<typeof onlineKey>} OnlineKey */

/** A link of the chain of a server's online keys. It revokes the keys of all links before it. */
export const keyLink = object({
  server: hex32,
  sequence: index,
  before: nullable(hex32),
  key: hex32,
  first: day,
  last: day,
});
/** @typedef {ReturnType<typeof keyLink>} KeyLink */

/** The server's confirmation that it has a ticket. */
export const ticketReceipt = object({
  server: hex32,
  ticket: hex32,
  epoch: index,
  index: nullable(index),
  reset: index,
});
/** @typedef {ReturnType<typeof ticketReceipt>} TicketReceipt */

/** The signed statement of an epoch, about a week: its first day, and the size and root of its tree. */
export const epoch = object({
  server: hex32,
  number: index,
  start: day,
  size: integer({ least: 4, most: 100_000_000 }),
  root: hex32,
  reset: index,
});
/** @typedef {ReturnType<typeof epoch>} Epoch */

/** The server's statement that it was restored from a backup on `day`. */
export const reset = object({
  server: hex32,
  number: integer({ least: 1, most: 4_294_967_295 }),
  day,
});
/** @typedef {ReturnType<typeof reset>} Reset */

/** The signed size and root of the server's public log. */
export const checkpoint = object({
  server: hex32,
  size: index,
  root: hex32,
});
/** @typedef {ReturnType<typeof checkpoint>} Checkpoint */

/** The part of a plan about one cohort. */
export const cohortDay = object({
  floor: integer({ least: 1, most: 4_294_967_295 }),
  sub_cohorts: integer({ least: 1, most: 8 }),
});
/** @typedef {ReturnType<typeof cohortDay>} CohortDay */

/** The signed terms of a data day, the same for every donor. */
export const cohortPlan = object(
  {
    protocol: oneOf("cohort"),
    version: integer({ least: 2, most: 2 }),
    server: hex32,
    day,
    zone: line,
    epoch: index,
    root: hex32,
    size: integer({ least: 4, most: 100_000_000 }),
    reset: index,
    earliest_close: day,
    latest_close: day,
    last_answers: day,
    capacity: integer({ least: 1, most: 8192 }),
    reach: integer({ least: 0, most: 2_147_483_647 }),
    counting_rules: optional(integer({ least: 1, most: 3 })),
    cohorts: list(cohortDay),
    layout: list(cohortPart),
  },
  { counting_rules: undefined },
);
/** @typedef {ReturnType<typeof cohortPlan>} CohortPlan */

/** The server's confirmation that the upload with this context, leaf and nonce is in its sums. */
export const uploadReceipt = object({
  server: hex32,
  context: hex32,
  leaf: index,
  nonce: hex16,
});
/** @typedef {ReturnType<typeof uploadReceipt>} UploadReceipt */

/** The signed messages, each by the name that its signature is under. */
export const KINDS = Object.freeze({
  "online-key": fromJson(onlineKey),
  "key-link": fromJson(keyLink),
  "ticket-receipt": fromJson(ticketReceipt),
  epoch: fromJson(epoch),
  reset: fromJson(reset),
  checkpoint: fromJson(checkpoint),
  "cohort-plan": fromJson(cohortPlan),
  "upload-receipt": fromJson(uploadReceipt),
});
