// What travels between donor and server (pdd_shared/protocol/messages.py, completion.py), read strictly; field names are those of the text.

import {
  checked,
  day,
  fromJson,
  integer,
  list,
  map,
  matching,
  nullable,
  object,
  oneOf,
  text,
  truth,
} from "./fields.js";
import { plainTerms, protocol, terms } from "./terms.js";

export { InvalidMessage } from "./fields.js";

/** @typedef {import("./terms.js").Terms} Terms */
/** @typedef {import("./terms.js").Budget} Budget */
/** @typedef {import("./terms.js").Noise} Noise */
/** @typedef {ReturnType<typeof signed>} Signed */
/** @typedef {ReturnType<typeof parseCampaign>} Campaign */
/** @typedef {ReturnType<typeof part>} Part */
/** @typedef {ReturnType<typeof parsePlan>} Plan */
/** @typedef {ReturnType<typeof member>} Member */
/** @typedef {ReturnType<typeof parseRoster>} Roster */
/** @typedef {ReturnType<typeof parseServerInfo>} ServerInfo */
/** @typedef {ReturnType<typeof parseRegistered>} Registered */
/** @typedef {ReturnType<typeof TASKS.submit>} SubmitTask */
/** @typedef {ReturnType<typeof TASKS.ticket>} TicketTask */
/** @typedef {ReturnType<typeof TASKS.upload>} UploadTask */
/** @typedef {ReturnType<typeof TASKS.certify>} CertifyTask */
/** @typedef {ReturnType<typeof TASKS.open>} OpenTask */
/** @typedef {TicketTask | UploadTask | CertifyTask | OpenTask} CohortTask a task of the `cohort` protocol */
/** @typedef {SubmitTask | CohortTask} Task */
/** @typedef {ReturnType<typeof ticketMessage>} TicketMessage */
/** @typedef {ReturnType<typeof parseCheckInAnswer>} CheckInAnswer */
/** @typedef {ReturnType<typeof parseReceipt>} Receipt */
/** @typedef {ReturnType<typeof completion>} Completion */

/** The default bound on the numbers of one day's vector. */
export const MAX_ENTRIES = 50_000;
/** Below this a group hides nobody; donors refuse it, whatever a server says. */
export const LEAST_GROUP = 3;

export const hex32 = matching(/^[0-9a-f]{64}$/u);
const hex64 = matching(/^[0-9a-f]{128}$/u);
export const identifier = matching(/^[a-z0-9][a-z0-9-]{0,63}$/u);
/**
 * Text without line breaks and control characters: it is shown beside other lines, and must not pass for one. Nor has
 * it, or any paragraph, characters that turn the direction of the text around them (UAX 9).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out
export const line = matching(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]{1,500}$/u);
const paragraph = matching(/^[^\u202a-\u202e\u2066-\u2069]{1,20000}$/u);
const group = integer({ least: 0, most: 2 ** 32 - 1 });
const index = integer({ least: 0, most: 2 ** 32 - 1 });
const subCohort = integer({ least: 0, most: 7 });
export const positive = integer({ least: 1 });

/** The text as signed, and its Ed25519 signature. */
const signed = object({ payload: text(0, 4_000_000), signature: hex64 });

export const parseCampaign = fromJson(
  object(
    {
      id: identifier,
      title: line,
      purpose: paragraph,
      contact: line,
      ethics: nullable(line),
      consent: map(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/u, paragraph),
      vocabulary: list(line),
      strata: list(identifier),
      start: day,
      end: day,
      terms,
      threshold: nullable(positive),
    },
    { ethics: null, threshold: null },
  ),
);

/** One campaign's place in a day's vector in `plain`: what its numbers mean and what bounds them. */
const part = object({
  campaign: identifier,
  entries: positive,
  vocabulary: hex32,
  strata: list(identifier),
  terms: plainTerms,
});

export const parsePlan = fromJson(
  object({
    protocol: oneOf("plain"),
    version: integer({ least: 1, most: 1 }),
    server: hex32,
    day,
    zone: line,
    group_size: positive,
    min_group: positive,
    delay: integer({ least: 0, most: 30 }),
    layout: list(part),
  }),
);

/** Ed25519 identity, X25519 exchange key, and the identity's signature over the exchange key. */
const member = object({ identity: hex32, exchange: hex32, signature: hex64 });

export const parseRoster = fromJson(object({ plan: hex32, day, group, members: list(member) }));

/** The signed messages, each by the name that its signature is under. */
export const KINDS = Object.freeze({
  campaign: parseCampaign,
  plan: parsePlan,
  roster: parseRoster,
});

export const parseServerInfo = fromJson(
  object({
    name: line,
    // The server's identity key, which is pinned on joining, and the key that signs everything else, signed by it.
    key: hex32,
    online: signed,
    zone: line,
    protocol,
    group_size: integer(),
    min_group: integer(),
    delay: integer(),
    oldest_client: line,
    invitation_required: truth,
  }),
);

export const parseRegistered = fromJson(object({ token: hex32, number: integer() }));
export const parseReceipt = fromJson(object({ day, digest: hex32 }));
export const parseCampaignList = fromJson(object({ campaigns: list(signed) }));

const TASKS = Object.freeze({
  submit: object({ kind: oneOf("submit"), plan: signed, roster: signed }),
  ticket: object({ kind: oneOf("ticket"), epoch: index }),
  upload: object({ kind: oneOf("upload"), plan: signed, epoch: signed }),
  certify: object({ kind: oneOf("certify"), plan: signed, epoch: signed, cohort: index, sub_cohort: subCohort }),
  open: object({ kind: oneOf("open"), plan: signed, epoch: signed, cohort: index, sub_cohort: subCohort }),
});
const KIND = oneOf(.../** @type {(keyof typeof TASKS)[]} */ (Object.keys(TASKS)));

/** @type {import("./fields.js").Reader<Task>} */
function task(value, at) {
  const { kind } = /** @type {{kind?: unknown}} */ (value ?? {});
  return TASKS[KIND(kind, `${at}.kind`)](value, at);
}

/** `online` is the server's key of today, `reset` its last one, if it was ever restored from a backup. */
export const parseCheckInAnswer = fromJson(
  object(
    { number: integer(), time: line, day, online: signed, reset: nullable(signed), tasks: list(task) },
    { reset: null },
  ),
);

/** A ticket as it is sent; the identity that signs it is the one that the donor registered. */
const ticketMessage = object({ exchange: hex32, signing: hex32, signature: hex64 });
export const parseTicketMessage = fromJson(ticketMessage);
export const parseSigned = fromJson(signed);

const MOST_DAYS = 60;
const MOST_COMPLETIONS = 1000;

/** How far a donor is from a campaign's code: the days it has to be there, those counted so far, then the code. */
const completion = checked(
  object({
    campaign: identifier,
    days: integer({ least: 1, most: MOST_DAYS }),
    there: integer({ least: 0, most: MOST_DAYS }),
    code: nullable(matching(/^[A-Za-z0-9-]{4,40}$/u)),
  }),
  ({ days: needed, there, code }) => {
    const due = there === needed;
    return there <= needed && due === (code !== null) ? null : "told its code when its days are there, and not before";
  },
);

export const parseCompletions = fromJson(
  object({
    completions: checked(list(completion), ({ length }) =>
      length <= MOST_COMPLETIONS ? null : `a list of at most ${MOST_COMPLETIONS}`,
    ),
  }),
);
