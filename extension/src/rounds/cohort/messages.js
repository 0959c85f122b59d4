// The messages of the `cohort` protocol that are signed as text, read strictly.
// Generated from pdd_shared/rounds/cohort/messages.py by `python -m scripts.generate`: change it there.

import { hex16, hex32, identifier, index, line } from "../../protocol/field_types.js";
import { day, fromJson, integer, list, nullable, object, oneOf } from "../../protocol/fields.js";
import { cohortTerms } from "../../protocol/messages.js";

/** One campaign's place in a day's vector: what its numbers mean and what bounds them. */
export const cohortPart = object({
  campaign: identifier,
  entries: integer({ least: 1, most: 50_000 }),
  vocabulary: hex32,
  strata: list(identifier),
  terms: cohortTerms,
});
/** @typedef {ReturnType<typeof cohortPart>} CohortPart */

/** The key that signs a server's messages on these days, first and last included; signed by its identity key. */
export const onlineKey = object({
  server: hex32,
  key: hex32,
  first: day,
  last: day,
});
/** @typedef {ReturnType<typeof onlineKey>} OnlineKey */

/** The server has a ticket, by its digest: for the tree of this epoch, or appended to it under this index. */
export const ticketReceipt = object({
  server: hex32,
  ticket: hex32,
  epoch: index,
  index: nullable(index),
  reset: index,
});
/** @typedef {ReturnType<typeof ticketReceipt>} TicketReceipt */

/** The tree of about a week: its first day, its size and root, and how often the server was reset before it. */
export const epoch = object({
  server: hex32,
  number: index,
  start: day,
  size: integer({ least: 4, most: 100_000_000 }),
  root: hex32,
  reset: index,
});
/** @typedef {ReturnType<typeof epoch>} Epoch */

/** The server was restored from a backup on this day: nothing is sent or answered for data days before it. */
export const reset = object({
  server: hex32,
  number: integer({ least: 1, most: 4_294_967_295 }),
  day,
});
/** @typedef {ReturnType<typeof reset>} Reset */

/** A cohort's day: the fewest entries of its list that are in the tree, and into how many it is divided. */
export const cohortDay = object({
  floor: integer({ least: 1, most: 4_294_967_295 }),
  sub_cohorts: integer({ least: 1, most: 8 }),
});
/** @typedef {ReturnType<typeof cohortDay>} CohortDay */

/** A data day's frozen frame, the same for every donor. */
export const cohortPlan = object({
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
  cohorts: list(cohortDay),
  layout: list(cohortPart),
});
/** @typedef {ReturnType<typeof cohortPlan>} CohortPlan */

/** The server has added this upload to a cohort's sums: its context, leaf and nonce. */
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
  "ticket-receipt": fromJson(ticketReceipt),
  epoch: fromJson(epoch),
  reset: fromJson(reset),
  "cohort-plan": fromJson(cohortPlan),
  "upload-receipt": fromJson(uploadReceipt),
});
