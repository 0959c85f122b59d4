// A donor's errors in the person's language: what happened, what it means for the data, what to do.

import { outside } from "./texts.js";

/** @typedef {import("./texts.js").Texts} Texts */

// Which text says what; those that are not here have one of their own name.
const TEXTS = new Map(
  Object.entries({
    "forged-campaign": "error_changed_server_key",
    "unvouched-key": "error_changed_server_key",
    "no-such-campaign": "error_no_campaigns",
    "not-joined": "error_no_campaigns",
    "day-to-come": "error_day_over",
  }),
);
const SERVER = new Set([
  ...["no-connection", "foreign-answer", "server-error", "too-slow", "endless-answer", "unreadable-answer"],
  ...["problem", "not-an-address", "not-encrypted"],
]);
const PROBLEMS = new Set(["invitation-needed", "client-too-old", "rate-limited"]);

/** What keeps a page from going on that is no error of the donor's: shown by the text `error_CODE`. */
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
 * Whether it is the server that does not do what it should: what is kept here is as it was, and can be used.
 * @param {unknown} error
 */
export function isOfServer(error) {
  const code = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" && SERVER.has(code);
}

/**
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

/** @param {Record<string, string | number>} values */
function shown(values) {
  const pairs = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? outside(value) : value,
  ]);
  return Object.fromEntries(pairs);
}

/**
 * @param {Texts} texts
 * @param {string} name as docs/reference/protocol.md names it
 * @param {string} detail
 */
function problem(texts, name, detail) {
  if (PROBLEMS.has(name)) return texts.t(`error_${name.replaceAll("-", "_")}`);
  return texts.t("error_refused", { why: outside(sentence(detail || name)) });
}

/**
 * A line of the core as a sentence.
 * @param {string} line
 */
function sentence(line) {
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1).replace(/\.+$/, "")}.`;
}
