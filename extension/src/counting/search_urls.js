// Recognises the result pages of search engines by their URLs, and reads the search from them
// (pdd_shared/counting/search_urls.py, where the decisions are explained). The rules are data, which
// search_engines.py explains.

import RULES from "../../../shared/pdd_shared/counting/search_engines.json" with { type: "json" };
import { MAX_URL } from "../protocol/limits.js";
import { decode } from "./legacy_encodings.js";

/**
 * A search, as read from the URL of its result page; the query as typed, never empty; the page from 1.
 * @typedef {Readonly<{engine: string, query: string, page: number, tab: string}>} Search
 */

/**
 * One family of result pages; the fields are explained in pdd_shared/counting/search_engines.py.
 * @typedef {{
 *   hosts: string[], paths: Record<string, string>, query?: string[], fragment?: string,
 *   page?: {param: string, first?: number, step?: number, size?: string},
 *   tabs?: Record<string, Record<string, string>>, charset?: string, bangs?: boolean,
 * }} Rule
 */

/** @typedef {Readonly<{engine: string, rule: Rule, tab: string}>} Page the tab is the one that the path tells */
/** @typedef {ReadonlyMap<string, string>} Params */

const URL_PARTS =
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/(?<host>[^/?#@:\\\u{80}-\u{10ffff}]+)(?::(?:80|443)?)?(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?(?:#(?<fragment>.*))?$/su;
// Spelled out, because Python's strip() and JavaScript's trim() remove different characters.
const SPACES = " \\t\\n\\v\\f\\r\\u00a0\\u3000";
// By Unicode's properties, because \s and \w differ between Python and JavaScript.
const BANG = /(?:^|\p{White_Space})![\p{L}\p{N}]/u;
const AROUND = new RegExp(`^[${SPACES}]+|[${SPACES}]+$`, "gu");

/** Each engine's rules. */
export const ENGINES = /** @type {Record<string, Rule[]>} */ (/** @type {unknown} */ (RULES.engines));

/** @type {Map<string, Map<string, Page>>} */
const PAGES = new Map();
for (const [engine, rules] of Object.entries(ENGINES)) {
  for (const rule of rules) for (const host of rule.hosts.flatMap(expanded)) addPages(host, engine, rule);
}

const CHARSETS = new Set(Object.keys(RULES.charsets));

/**
 * Return the search if the URL is one of a result page; null for any other text.
 * @param {string} url
 * @returns {Search | null}
 */
export function parseSearchUrl(url) {
  const parts = isShort(url) ? URL_PARTS.exec(url)?.groups : undefined;
  const paths = parts && PAGES.get(parts.host.toLowerCase().replace(/\.$/u, ""));
  const page = paths && pageAt(paths, parts.path ?? "");
  if (!page) return null;
  const { engine, rule } = page;
  const params = paramsOf(rule, parts.query ?? "", parts.fragment ?? "");
  const [query, tab] = [queryOf(rule, params), tabOf(rule, params, page.tab)];
  if (query === "" || tab === "none" || (rule.bangs && BANG.test(query))) return null;
  return Object.freeze({ engine, query, page: rule.page ? pageNumber(rule.page, params) : 1, tab });
}

/** @param {string} url */
function isShort(url) {
  return url.length <= MAX_URL || (url.length <= 2 * MAX_URL && [...url].length <= MAX_URL);
}

/**
 * Return the host names that one of a rule's `hosts` stands for.
 * @param {string} host
 */
function expanded(host) {
  const placeholder = /\{(\w+)\}/u.exec(host);
  if (placeholder === null) return [host];
  const words = /** @type {Record<string, string>} */ (RULES.national)[placeholder[1]].split(" ");
  return words.map((word) => host.replace(placeholder[0], word));
}

/**
 * @param {string} host
 * @param {string} engine
 * @param {Rule} rule
 */
function addPages(host, engine, rule) {
  const pages = PAGES.get(host) ?? new Map();
  for (const [path, tab] of Object.entries(rule.paths)) pages.set(path.replace(/\/$/u, ""), { engine, rule, tab });
  PAGES.set(host, pages);
}

/**
 * @param {Map<string, Page>} paths
 * @param {string} path
 */
function pageAt(paths, path) {
  const plain = path.split(";")[0].replace(/\/$/u, "");
  return (
    paths.get(plain) ??
    paths.get(plain.replace(/\/[^/]+(?=\/)/u, "/*")) ??
    paths.get(`/**${plain.slice(plain.lastIndexOf("/"))}`)
  );
}

/**
 * @param {Rule} rule
 * @param {string} query
 * @param {string} fragment
 * @returns {Params}
 */
function paramsOf(rule, query, fragment) {
  if (rule.fragment === "also" || rule.fragment === "only") {
    const params = firstValues(fragment);
    if (rule.fragment === "only" || namesOf(rule).some((name) => params.has(name))) return params;
  }
  return firstValues(query);
}

/**
 * Return each parameter's first value that isn't empty, still encoded.
 * @param {string} text
 */
function firstValues(text) {
  /** @type {Map<string, string>} */
  const values = new Map();
  for (const pair of text.split("&")) {
    const equals = pair.indexOf("=");
    const name = equals < 0 ? pair : pair.slice(0, equals);
    if (equals >= 0 && equals + 1 < pair.length && !values.has(name)) values.set(name, pair.slice(equals + 1));
  }
  return values;
}

/** @param {Rule} rule */
function namesOf({ query = ["q"] }) {
  return query;
}

/**
 * @param {Rule} rule
 * @param {Params} params
 */
function queryOf(rule, params) {
  const name = namesOf(rule).find((each) => params.has(each));
  if (name === undefined) return "";
  const named = rule.charset === undefined ? "" : (params.get(rule.charset) ?? "").toLowerCase();
  const raw = /** @type {string} */ (params.get(name));
  return decoded(raw, CHARSETS.has(named) ? named : "utf-8").replace(AROUND, "");
}

/**
 * Decode a form-encoded value (WHATWG URL, section 5.1); `charset` is used for bytes that are not UTF-8.
 * @param {string} raw
 * @param {string} charset
 */
function decoded(raw, charset) {
  const data = bytesOf(raw.replaceAll("+", " "));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch (error) {
    if (error instanceof TypeError) return decode(data, charset);
    throw error;
  }
}

/**
 * Return the bytes of a text with escapes; broken ones such as in "100%" stay as they are.
 * @param {string} text
 */
function bytesOf(text) {
  const bytes = new TextEncoder().encode(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1, length += 1) {
    const escaped = bytes[at] === 0x25 ? hexadecimal(bytes[at + 1]) * 16 + hexadecimal(bytes[at + 2]) : Number.NaN;
    bytes[length] = Number.isNaN(escaped) ? bytes[at] : escaped;
    if (!Number.isNaN(escaped)) at += 2;
  }
  return bytes.slice(0, length);
}

/** @param {number | undefined} byte the code of a hexadecimal digit; NaN for any other */
function hexadecimal(byte = 0) {
  const digit = String.fromCharCode(byte);
  return /[0-9A-Fa-f]/u.test(digit) ? Number.parseInt(digit, 16) : Number.NaN;
}

/**
 * @param {Rule} rule
 * @param {Params} params
 * @param {string} tab
 */
function tabOf({ tabs = {} }, params, tab) {
  return Object.entries(tabs).reduce((found, [param, byValue]) => {
    const known = new Map(Object.entries(byValue));
    const value = params.get(param);
    return value === undefined ? found : (known.get(value) ?? known.get("*") ?? found);
  }, tab);
}

/**
 * @param {NonNullable<Rule["page"]>} page
 * @param {Params} params
 */
function pageNumber({ param, first = 1, step = 1, size = "" }, params) {
  const from = Math.max(0, number(params.get(param)) - first);
  return 1 + Math.floor(from / (number(params.get(size)) || step));
}

/** @param {string} [text] a short decimal number; 0 for any other text */
function number(text = "") {
  return /^[0-9]{1,6}$/u.test(text) ? Number(text) : 0;
}
