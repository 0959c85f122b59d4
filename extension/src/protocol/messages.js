// What travels between donor and server, read strictly; fields are named as in the text.
// Generated from pdd_shared/protocol/fields.py, pdd_shared/protocol/terms.py, pdd_shared/protocol/completion_codes.py,
// pdd_shared/protocol/messages.py by `python -m scripts.generate`: change it there.

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
  optional,
  tagged,
  textOf,
  truth,
  unturned,
} from "./fields.js";
import * as rules from "./message_rules.js";

/** A number from 0 that fits four bytes, such as the index of an epoch, a cohort or a leaf. */
export const index = integer({ least: 0, most: 4_294_967_295 });

/** 16 bytes in lower-case hexadecimal. */
export const hex16 = matching(/^[0-9a-f]{32}$/u);

/** 32 bytes in lower-case hexadecimal: a key or a digest. */
export const hex32 = matching(/^[0-9a-f]{64}$/u);

/** 64 bytes in lower-case hexadecimal: a signature. */
export const hex64 = matching(/^[0-9a-f]{128}$/u);

/** The id of a campaign or a stratum. It is safe in a URL and in a file name. */
export const identifier = matching(/^[a-z0-9][a-z0-9-]{0,63}$/u);

/** One line of text. It has no line breaks or control characters, so that it can't pass for other lines beside it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out
export const line = unturned(matching(/^[^\x00-\x1f\x7f-\x9f\u2028\u2029]{1,500}$/u));

/** An entry of a campaign: a line with a keyword, or a longer one with an index and all its keywords. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out
export const entryText = unturned(matching(/^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+$/u, 10_000));

/** Text of several paragraphs. */
export const text = unturned(textOf(1, 20_000));

/** The noise that the server adds to each number of a day's total: its law, and its scale in counts. */
export const noise = object({
  law: oneOf("discrete-laplace", "discrete-gaussian"),
  scale: exact({ above: "0", most: "1000000" }),
});
/** @typedef {ReturnType<typeof noise>} Noise */

/** The differential privacy (epsilon, delta) that all publications of a campaign together may cost a donor. */
export const budget = object({
  epsilon: exact({ above: "0", most: "100000" }),
  delta: exact({ least: "0", most: "0.001" }),
});
/** @typedef {ReturnType<typeof budget>} Budget */

/** The terms of a campaign of the `plain` protocol, in which the server adds the noise. */
export const plainTerms = checked(
  object(
    {
      protocol: oneOf("plain"),
      max_searches: integer({ least: 1, most: 1000 }),
      max_matches: optional(integer({ least: 1, most: 100 })),
      max_hits: optional(integer({ least: 1, most: 100_000 })),
      max_hits_per_keyword: optional(integer({ least: 1, most: 100_000 })),
      noise,
      budget,
      min_group: integer({ least: 1 }),
    },
    { max_matches: undefined, max_hits: undefined, max_hits_per_keyword: undefined },
  ),
  rules.plainTerms,
);
/** @typedef {ReturnType<typeof plainTerms>} PlainTerms */

/** The noise on each number of one kind: its law, its scale in units, and how many counts are one unit. */
export const numberNoise = checked(
  object({
    law: oneOf("discrete-laplace", "skellam"),
    scale: exact({ above: "0", most: "10000" }),
    unit: integer({ least: 1, most: 65_536 }),
  }),
  rules.numberNoise,
);
/** @typedef {ReturnType<typeof numberNoise>} NumberNoise */

/** The noise on each kind of a campaign's numbers: `joined`, `searches` and the counts. */
export const partNoise = object({
  joined: numberNoise,
  searches: numberNoise,
  counts: numberNoise,
});
/** @typedef {ReturnType<typeof partNoise>} PartNoise */

/** The terms of a campaign of the `cohort` protocol, in which donors add the noise. */
export const cohortTerms = checked(
  object(
    {
      protocol: oneOf("cohort"),
      period: oneOf("day", "week"),
      max_searches: integer({ least: 1, most: 1000 }),
      max_matches: optional(integer({ least: 1, most: 100 })),
      max_hits: optional(integer({ least: 1, most: 100_000 })),
      max_hits_per_keyword: optional(integer({ least: 1, most: 100_000 })),
      max_campaign_hits: optional(integer({ least: 1, most: 100_000 })),
      noise: partNoise,
      colluders: oneOf(5, 10),
      budget,
      min_cohort: integer({ least: 1, most: 4_294_967_295 }),
    },
    { max_matches: undefined, max_hits: undefined, max_hits_per_keyword: undefined, max_campaign_hits: undefined },
  ),
  rules.cohortTerms,
);
/** @typedef {ReturnType<typeof cohortTerms>} CohortTerms */

/** One of several messages, which `protocol` names. */
export const terms = tagged("protocol", {
  plain: plainTerms,
  cohort: cohortTerms,
});
/** @typedef {ReturnType<typeof terms>} Terms */

/** How far a donor is from a campaign's completion code. */
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

/** Completion codes by themselves, as a home keeps those of the campaigns that it joined. */
export const completions = object({
  completions: list(completion, 1000),
});
/** @typedef {ReturnType<typeof completions>} Completions */

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
    funding: optional(line),
    data_protection: optional(line),
    licence: optional(line),
    consent: map(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/u, text),
    vocabulary: list(entryText),
    counting_rules: optional(integer({ least: 1, most: 3 })),
    strata: list(identifier),
    start: day,
    end: day,
    terms,
    threshold: nullable(integer({ least: 1 })),
  },
  {
    ethics: null,
    funding: undefined,
    data_protection: undefined,
    licence: undefined,
    counting_rules: undefined,
    threshold: null,
  },
);
/** @typedef {ReturnType<typeof campaign>} Campaign */

/** One campaign's part of a `plain` plan: what its numbers in a day's vector mean, and the terms that bound them. */
export const part = object({
  campaign: identifier,
  entries: integer({ least: 1 }),
  vocabulary: hex32,
  strata: list(identifier),
  terms: plainTerms,
});
/** @typedef {ReturnType<typeof part>} Part */

/** The signed terms of a `plain` round, the same for every donor. */
export const plan = object(
  {
    protocol: oneOf("plain"),
    version: integer({ least: 1, most: 1 }),
    server: hex32,
    day,
    zone: line,
    group_size: integer({ least: 1 }),
    min_group: integer({ least: 1 }),
    delay: integer({ least: 0, most: 30 }),
    counting_rules: optional(integer({ least: 1, most: 3 })),
    layout: list(part),
  },
  { counting_rules: undefined },
);
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

/** Which witnesses a server names, and how many of them have to vouch for its public log. */
export const witnessPolicy = checked(
  object({
    keys: list(matching(/^[!-\x2A,-~]{1,255}\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/u), 9),
    required: integer({ least: 1 }),
  }),
  rules.witnessPolicy,
);
/** @typedef {ReturnType<typeof witnessPolicy>} WitnessPolicy */

/** A witness's cosignature: the line of a note below the checkpoint of a log's first `size` lines. */
export const cosignature = object({
  size: integer({ least: 1 }),
  line,
});
/** @typedef {ReturnType<typeof cosignature>} Cosignature */

/** The newest cosignature of each witness, and the witnesses that the server names. */
export const witnessed = object(
  {
    policy: optional(witnessPolicy),
    cosignatures: list(cosignature, 9),
  },
  { policy: undefined },
);
/** @typedef {ReturnType<typeof witnessed>} Witnessed */

/** The server's description of itself, which a donor reads before it joins. */
export const serverInfo = object(
  {
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
    witnesses: optional(witnessPolicy),
  },
  { witnesses: undefined },
);
/** @typedef {ReturnType<typeof serverInfo>} ServerInfo */

/** The newest links of the chain of a server's online keys, in order. Each is a signed `KeyLink`. */
export const keyChain = object({
  links: list(signed),
});
/** @typedef {ReturnType<typeof keyChain>} KeyChain */

/** The answer to a registration: the access token, sent once, and the number that the first check-in must carry. */
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

/** `cohort`: send a ticket for this epoch. It is the next one, or the current one, to whose tree it is appended. */
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

/** The lines of the server's public log from number `first` on, and the signed `Checkpoint` of the whole log. */
export const logPart = object(
  {
    first: integer({ least: 0 }),
    lines: list(line),
    checkpoint: signed,
    witnessed: optional(witnessed),
  },
  { witnessed: undefined },
);
/** @typedef {ReturnType<typeof logPart>} LogPart */

/** The answer to a check-in: its number, the server's time and data day, the tasks due. */
export const checkInAnswer = object(
  {
    number: integer(),
    time: line,
    day,
    online: signed,
    reset: nullable(signed),
    log: nullable(logPart),
    tasks: list(task),
    completions: list(completion, 1000),
  },
  { reset: null, log: null },
);
/** @typedef {ReturnType<typeof checkInAnswer>} CheckInAnswer */

/** `cohort`: a ticket as it is sent. The server knows the identity key that signs it from the registration. */
export const ticketMessage = object({
  exchange: hex32,
  signing: hex32,
  signature: hex64,
});
/** @typedef {ReturnType<typeof ticketMessage>} TicketMessage */

/** `plain`: the server's confirmation that a vector is in its group's sum. `digest` is that of its bytes. */
export const receipt = object({
  day,
  digest: hex32,
});
/** @typedef {ReturnType<typeof receipt>} Receipt */

/** The campaigns that a server runs or will run, each signed. */
export const campaignList = object({
  campaigns: list(signed),
});
/** @typedef {ReturnType<typeof campaignList>} CampaignList */

export const parseCompletions = fromJson(completions);
export const parseSigned = fromJson(signed);
export const parseCampaign = fromJson(campaign);
export const parsePlan = fromJson(plan);
export const parseRoster = fromJson(roster);
export const parseServerInfo = fromJson(serverInfo);
export const parseKeyChain = fromJson(keyChain);
export const parseRegistered = fromJson(registered);
export const parseLogPart = fromJson(logPart);
export const parseCheckInAnswer = fromJson(checkInAnswer);
export const parseTicketMessage = fromJson(ticketMessage);
export const parseReceipt = fromJson(receipt);
export const parseCampaignList = fromJson(campaignList);

/** The signed messages, each by the name that its signature is under. */
export const KINDS = Object.freeze({
  campaign: fromJson(campaign),
  plan: fromJson(plan),
  roster: fromJson(roster),
});

/** The names of a campaign's informing lines, each of which has a text of its name. */
export const INFORMING_LINES = /** @type {const} */ (["ethics", "funding", "data_protection", "licence"]);
