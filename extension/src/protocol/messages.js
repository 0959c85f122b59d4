// What travels between donor and server, read strictly; fields are named as in the text.
// Generated from pdd_shared/protocol/terms.py, pdd_shared/protocol/messages.py, pdd_shared/protocol/completion_codes.py
// by `python -m scripts.generate`: change it there.

import { hex32, hex64, identifier, index, line, text } from "./field_types.js";
import {
  checked,
  day,
  exact,
  fromJson,
  integer,
  list,
  map,
  matching,
  nullable,
  object,
  oneOf,
  tagged,
  textOf,
  truth,
} from "./fields.js";
import * as rules from "./message_rules.js";

/** The noise that the server adds to each number of a day's total: its law, and its scale in counts. */
export const noise = object({
  law: oneOf("discrete-laplace", "discrete-gaussian"),
  scale: exact({ above: "0", most: "1000000" }),
});
/** @typedef {ReturnType<typeof noise>} Noise */

/** What all that a campaign ever publishes may cost a donor: differential privacy (epsilon, delta). */
export const budget = object({
  epsilon: exact({ above: "0", most: "100000" }),
  delta: exact({ least: "0", most: "0.001" }),
});
/** @typedef {ReturnType<typeof budget>} Budget */

/** What bounds one donor's part in a campaign of the `plain` protocol, in which the server adds the noise. */
export const plainTerms = checked(
  object({
    protocol: oneOf("plain"),
    max_searches: integer({ least: 1, most: 1000 }),
    max_matches: integer({ least: 1, most: 100 }),
    noise,
    budget,
    min_group: integer({ least: 1 }),
  }),
  rules.plainTerms,
);
/** @typedef {ReturnType<typeof plainTerms>} PlainTerms */

/** The noise on each number of a kind: law, scale in units, and how many counts are one unit. */
export const numberNoise = object({
  law: oneOf("discrete-laplace"),
  scale: exact({ above: "0", most: "10000" }),
  unit: integer({ least: 1, most: 1 }),
});
/** @typedef {ReturnType<typeof numberNoise>} NumberNoise */

/** The noise on a campaign's numbers, by kind. */
export const partNoise = object({
  joined: numberNoise,
  searches: numberNoise,
  counts: numberNoise,
});
/** @typedef {ReturnType<typeof partNoise>} PartNoise */

/** What bounds one donor's part in a campaign of the `cohort` protocol, in which donors add the noise. */
export const cohortTerms = object({
  protocol: oneOf("cohort"),
  period: oneOf("day"),
  max_searches: integer({ least: 1, most: 1000 }),
  max_matches: integer({ least: 1, most: 100 }),
  noise: partNoise,
  colluders: oneOf(5, 10),
  budget,
  min_cohort: integer({ least: 1, most: 4_294_967_295 }),
});
/** @typedef {ReturnType<typeof cohortTerms>} CohortTerms */

/** One of several messages, which `protocol` names. */
export const terms = tagged("protocol", {
  plain: plainTerms,
  cohort: cohortTerms,
});
/** @typedef {ReturnType<typeof terms>} Terms */

/** A signed message: the text as signed, and its Ed25519 signature (RFC 8032). */
export const signed = object({
  payload: textOf(0, 4_000_000),
  signature: hex64,
});
/** @typedef {ReturnType<typeof signed>} Signed */

/** A campaign as a donor reads it and consents to it; signed by the server. */
export const campaign = object(
  {
    id: identifier,
    title: line,
    purpose: text,
    contact: line,
    ethics: nullable(line),
    consent: map(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/u, text),
    vocabulary: list(line),
    strata: list(identifier),
    start: day,
    end: day,
    terms,
    threshold: nullable(integer({ least: 1 })),
  },
  { ethics: null, threshold: null },
);
/** @typedef {ReturnType<typeof campaign>} Campaign */

/** One campaign's place in a day's vector in `plain`: what its numbers mean and what bounds them. */
export const part = object({
  campaign: identifier,
  entries: integer({ least: 1 }),
  vocabulary: hex32,
  strata: list(identifier),
  terms: plainTerms,
});
/** @typedef {ReturnType<typeof part>} Part */

/** A round's frozen frame in `plain`, the same for every donor: data day, layout of its vector, the groups' rules. */
export const plan = object({
  protocol: oneOf("plain"),
  version: integer({ least: 1, most: 1 }),
  server: hex32,
  day,
  zone: line,
  group_size: integer({ least: 1 }),
  min_group: integer({ least: 1 }),
  delay: integer({ least: 0, most: 30 }),
  layout: list(part),
});
/** @typedef {ReturnType<typeof plan>} Plan */

/** A donor's public keys: Ed25519 identity, X25519 exchange, and the identity's signature over the exchange key. */
export const member = object({
  identity: hex32,
  exchange: hex32,
  signature: hex64,
});
/** @typedef {ReturnType<typeof member>} Member */

/** The members of one group of one round, in the order that fixes the signs of their masks. */
export const roster = object({
  plan: hex32,
  day,
  group: index,
  members: list(member),
});
/** @typedef {ReturnType<typeof roster>} Roster */

/** What a donor learns of a server before it joins. */
export const serverInfo = object({
  name: line,
  key: hex32,
  online: signed,
  zone: line,
  protocol: oneOf("plain", "cohort"),
  group_size: integer(),
  min_group: integer(),
  delay: integer(),
  oldest_client: line,
  invitation_required: truth,
});
/** @typedef {ReturnType<typeof serverInfo>} ServerInfo */

/** The server's answer: the access token, shown once, and the number the first check-in carries. */
export const registered = object({
  token: hex32,
  number: integer(),
});
/** @typedef {ReturnType<typeof registered>} Registered */

/** `plain`: send the vector of a data day, under this `Plan` and `Roster`. */
export const submitTask = object({
  kind: oneOf("submit"),
  plan: signed,
  roster: signed,
});
/** @typedef {ReturnType<typeof submitTask>} SubmitTask */

/** `cohort`: send a ticket for this epoch, the next one or, to be appended, the one that runs. */
export const ticketTask = object({
  kind: oneOf("ticket"),
  epoch: index,
});
/** @typedef {ReturnType<typeof ticketTask>} TicketTask */

/** `cohort`: send the upload of a data day, under this `CohortPlan` and `Epoch`. */
export const uploadTask = object({
  kind: oneOf("upload"),
  plan: signed,
  epoch: signed,
});
/** @typedef {ReturnType<typeof uploadTask>} UploadTask */

/** `cohort`: certify the list of a (sub-)cohort on whose committee the donor serves. */
export const certifyTask = object({
  kind: oneOf("certify"),
  plan: signed,
  epoch: signed,
  cohort: index,
  sub_cohort: integer({ least: 0, most: 7 }),
});
/** @typedef {ReturnType<typeof certifyTask>} CertifyTask */

/** `cohort`: tell the sum of this member's streams over the list that it certified. */
export const openTask = object({
  kind: oneOf("open"),
  plan: signed,
  epoch: signed,
  cohort: index,
  sub_cohort: integer({ least: 0, most: 7 }),
});
/** @typedef {ReturnType<typeof openTask>} OpenTask */

/** One of several messages, which `kind` names. */
export const cohortTask = tagged("kind", {
  ticket: ticketTask,
  upload: uploadTask,
  certify: certifyTask,
  open: openTask,
});
/** @typedef {ReturnType<typeof cohortTask>} CohortTask */

/** One of several messages, which `kind` names. */
export const task = tagged("kind", {
  submit: submitTask,
  ticket: ticketTask,
  upload: uploadTask,
  certify: certifyTask,
  open: openTask,
});
/** @typedef {ReturnType<typeof task>} Task */

/** The answer to a check-in: its number, the server's time and data day, the tasks due. */
export const checkInAnswer = object(
  {
    number: integer(),
    time: line,
    day,
    online: signed,
    reset: nullable(signed),
    tasks: list(task),
  },
  { reset: null },
);
/** @typedef {ReturnType<typeof checkInAnswer>} CheckInAnswer */

/** `cohort`: a ticket as it is sent; the identity that signs it is the one that the donor registered. */
export const ticketMessage = object({
  exchange: hex32,
  signing: hex32,
  signature: hex64,
});
/** @typedef {ReturnType<typeof ticketMessage>} TicketMessage */

/** The server has added this vector to its group's sum; `digest` is that of the bytes it got. */
export const receipt = object({
  day,
  digest: hex32,
});
/** @typedef {ReturnType<typeof receipt>} Receipt */

/** The campaigns a server runs or will run, each signed. */
export const campaignList = object({
  campaigns: list(signed),
});
/** @typedef {ReturnType<typeof campaignList>} CampaignList */

/** How far a donor is from a campaign's code: `days` it has to be there, those counted so far, then the `code`. */
export const completion = checked(
  object({
    campaign: identifier,
    days: integer({ least: 1, most: 60 }),
    there: integer({ least: 0, most: 60 }),
    code: nullable(matching(/^[A-Za-z0-9-]{4,40}$/u)),
  }),
  rules.completion,
);
/** @typedef {ReturnType<typeof completion>} Completion */

/** All campaigns of a server that have a code: every donor asks for all of them, at each check-in. */
export const completions = object({
  completions: list(completion, 1000),
});
/** @typedef {ReturnType<typeof completions>} Completions */

export const parseSigned = fromJson(signed);
export const parseCampaign = fromJson(campaign);
export const parsePlan = fromJson(plan);
export const parseRoster = fromJson(roster);
export const parseServerInfo = fromJson(serverInfo);
export const parseRegistered = fromJson(registered);
export const parseCheckInAnswer = fromJson(checkInAnswer);
export const parseTicketMessage = fromJson(ticketMessage);
export const parseReceipt = fromJson(receipt);
export const parseCampaignList = fromJson(campaignList);
export const parseCompletions = fromJson(completions);

/** The signed messages, each by the name that its signature is under. */
export const KINDS = Object.freeze({
  campaign: fromJson(campaign),
  plan: fromJson(plan),
  roster: fromJson(roster),
});
