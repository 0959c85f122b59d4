// The error translation: a donor's errors as sentences in the donor's language. Each says what happened, what that
// means for the data, and what to do.

import { outside } from "./texts.js";

/** @typedef {import("./texts.js").Texts} Texts */

// The text of each error code that shares another one's. All others have a text of their own name.
const TEXTS = new Map(
  Object.entries({
    "forged-campaign": "error_changed_server_key",
    "unvouched-key": "error_changed_server_key",
    "no-such-campaign": "error_no_campaigns",
    "not-joined": "error_no_campaigns",
    "day-to-come": "error_day_over",
  }),
);
// The codes of errors for which the server or the way to it is the cause.
const SERVER = new Set([
  ...["no-connection", "foreign-answer", "server-error", "too-slow", "endless-answer", "unreadable-answer"],
  ...["problem", "not-an-address", "not-encrypted"],
]);
// The server's problems that have a text of their own. For the others, the server's own sentence is shown.
const PROBLEMS = new Set(["invitation-needed", "client-too-old", "rate-limited"]);

/** An error of a page, not of the donor, that keeps the page from going on. It is shown with the text `error_CODE`. */
export class PageError extends Error {
  /**
   * @param {string} code
   * @param {Readonly<Record<string, string>>} [values]
   */
  constructor(code, values = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

/**
 * Return whether the server, or the way to it, is the cause of an error. What is kept here is then unchanged and
 * usable.
 * @param {unknown} error
 */
export function isOfServer(error) {
  const code = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" && SERVER.has(code);
}

/**
 * Return an error as a sentence for the donor. A code without a text is shown with the error's own line.
 * @param {Texts} texts
 * @param {unknown} error
 */
export function errorText(texts, error) {
  const code = error instanceof Error ? Reflect.get(error, "code") : undefined;
  if (typeof code !== "string" || !(error instanceof Error)) return texts.t("error_unknown");
  const values = /** @type {Record<string, string | number>} */ (Reflect.get(error, "values") ?? {});
  if (code === "problem") return problem(texts, String(values.name), String(values.detail ?? ""));
  const key = TEXTS.get(code) ?? `error_${code.replaceAll("-", "_")}`;
  return key in texts.messages ? texts.t(key, shown(values)) : outside(sentence(error.message));
}

/**
 * Return an error's values, with text from outside made safe to show.
 * @param {Record<string, string | number>} values
 */
function shown(values) {
  const pairs = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? outside(value) : value,
  ]);
  return Object.fromEntries(pairs);
}

/**
 * Return a server's problem as a sentence.
 * @param {Texts} texts
 * @param {string} name as docs/reference/protocol.md names it
 * @param {string} detail
 */
function problem(texts, name, detail) {
  if (PROBLEMS.has(name)) return texts.t(`error_${name.replaceAll("-", "_")}`);
  return texts.t("error_refused", { why: outside(sentence(detail || name)) });
}

/**
 * Return an error's line as a sentence: with a capital letter at its start and a full stop at its end.
 * @param {string} line
 */
function sentence(line) {
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1).replace(/\.+$/, "")}.`;
}
