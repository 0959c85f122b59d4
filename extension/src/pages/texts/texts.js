// The pages' texts in the language that the donor chose, else in the browser's; and its numbers, days and plurals.
//
// The browser's own i18n can't follow the donor's choice. So the texts are files of their own, which scripts/texts.js
// writes from the catalogue that app and extension share.

/** @typedef {Readonly<Record<string, string>>} Messages */
/** @typedef {Readonly<Record<string, string | number>>} Values */

/** The languages there are, each in its own name. */
export const LANGUAGES = Object.freeze({ en: "English", de: "Deutsch", fr: "Français", es: "Español" });

// Control characters, line ends and bidirectional controls. With these, a name from outside could reverse the text
// around it. They are removed, and the name is isolated between U+2068 and U+2069 (Unicode Standard Annex 9).
const CONTROLS = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Return text from outside as one line that can't change the direction of the text around it.
 * @param {string} text
 */
export function outside(text) {
  return `\u2068${text.replace(CONTROLS, " ")}\u2069`;
}

/**
 * Split text from outside into paragraphs, each made safe as by `outside`.
 * @param {string} text
 * @returns {string[]} its paragraphs
 */
export function paragraphs(text) {
  return text
    .split(/\r?\n|\u2029/)
    .filter((line) => line.trim() !== "")
    .map(outside);
}

/** Sentences, numbers and days of one language. */
export class Texts {
  /** @type {Map<string, Intl.DateTimeFormat>} */
  #dates = new Map();

  /**
   * @param {string} tag one of LANGUAGES
   * @param {string} locale the way to write numbers and days, a tag such as "en-GB"
   * @param {Messages} messages
   */
  constructor(tag, locale, messages) {
    this.tag = tag;
    this.locale = locale;
    this.messages = messages;
    this.rules = new Intl.PluralRules(tag);
  }

  /**
   * Return a text, with values in the place of the names in braces.
   * @param {string} key the text's name
   * @param {Values} [values] numbers are written as the locale does
   * @returns {string}
   * @throws {Error} if there is no text of that name
   */
  t(key, values = {}) {
    const found = this.messages[key];
    if (found === undefined) throw new Error(`there is no text ${key}`);
    return found.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name];
      return value === undefined ? whole : typeof value === "number" ? this.number(value) : value;
    });
  }

  /**
   * Return a text in the plural form for a number, which replaces {n} in it.
   * @param {string} key
   * @param {number} n
   * @param {Values} [values]
   */
  count(key, n, values = {}) {
    const form = `${key}_${this.rules.select(n)}`;
    return this.t(form in this.messages ? form : `${key}_other`, { ...values, n });
  }

  /**
   * Return a control's accessible name: its label, and what it is about. Screen readers don't show what is beside it.
   * @param {string} label as it is seen
   * @param {string} name what it is about
   */
  of(label, name) {
    return this.t("of", { label, name });
  }

  /**
   * Return a number with the locale's separators.
   * @param {number} value
   * @param {number} [digits] the most digits after the decimal mark
   */
  number(value, digits = 0) {
    return new Intl.NumberFormat(this.locale, { maximumFractionDigits: digits }).format(value);
  }

  /**
   * Return a day with its weekday, such as "Friday, 20 November 2026".
   * @param {string} day ISO text
   */
  day(day) {
    return this.#date({ dateStyle: "full", timeZone: "UTC" }, Date.parse(day));
  }

  /**
   * Return a day of a week that is named beside it, such as "Friday, 20 November".
   * @param {string} day ISO text
   */
  dayOfWeek(day) {
    return this.#date({ weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }, Date.parse(day));
  }

  /**
   * Return a day in a short form. The month is a word, so that it can't be mistaken for the day.
   * @param {string} day ISO text
   */
  shortDay(day) {
    return this.#date({ dateStyle: "medium", timeZone: "UTC" }, Date.parse(day));
  }

  /**
   * Return the day of a moment in this computer's time zone, in a short form.
   * @param {number} instant in ms since 1970
   */
  dayOf(instant) {
    return this.#date({ dateStyle: "medium" }, instant);
  }

  /**
   * Return a month, such as "November 2026".
   * @param {string} month ISO text of it or of one of its days
   */
  month(month) {
    return this.#date({ month: "long", year: "numeric", timeZone: "UTC" }, Date.parse(`${month.slice(0, 7)}-01`));
  }

  /**
   * Return the short name of a weekday.
   * @param {number} weekday 0 is Sunday
   */
  weekday(weekday) {
    return this.#date({ weekday: "short", timeZone: "UTC" }, Date.UTC(2026, 10, 1 + weekday)); // a Sunday
  }

  /**
   * Return a moment's day and time in this computer's time zone.
   * @param {number} instant in ms since 1970
   */
  moment(instant) {
    return this.#date({ dateStyle: "medium", timeStyle: "short" }, instant);
  }

  /**
   * Return a moment's time of day in this computer's time zone.
   * @param {number} instant in ms since 1970
   */
  time(instant) {
    return this.#date({ timeStyle: "short" }, instant);
  }

  /**
   * Return several things as a list such as "one, two and three".
   * @param {readonly string[]} parts
   */
  list(parts) {
    return new Intl.ListFormat(this.locale).format(parts);
  }

  /**
   * @param {Intl.DateTimeFormatOptions} options
   * @param {number} instant
   */
  #date(options, instant) {
    const key = JSON.stringify(options);
    const format = this.#dates.get(key) ?? new Intl.DateTimeFormat(this.locale, options);
    this.#dates.set(key, format);
    return format.format(instant);
  }
}

/**
 * Return the language of the texts (`tag`), and how to write numbers and days (`locale`).
 *
 * If the texts are in the browser's own language, numbers and days follow the browser's country.
 * @param {string | null} chosen the donor's choice; null for the browser's
 * @param {string} browser the browser's own tag
 * @returns {{tag: string, locale: string}}
 */
export function languageOf(chosen, browser) {
  const own = browser.toLowerCase().split(/[-_]/, 1)[0];
  const tag = chosen !== null && isSpoken(chosen) ? chosen : isSpoken(own) ? own : "en";
  return { tag, locale: tag === own ? browser.replaceAll("_", "-") : tag };
}

/** @param {string} tag */
function isSpoken(tag) {
  return Object.hasOwn(LANGUAGES, tag);
}

/**
 * Load the texts of a language.
 * @param {string | null} chosen null for the browser's
 * @param {{language: () => string, file: (path: string) => Promise<unknown>}} browser
 */
export async function loadTexts(chosen, browser) {
  const { tag, locale } = languageOf(chosen, browser.language());
  const files = ["names", tag].map(async (name) => /** @type {string[]} */ (await browser.file(`texts/${name}.json`)));
  const [names, texts] = await Promise.all(files);
  return new Texts(tag, locale, Object.fromEntries(names.map((name, index) => [name, texts[index]])));
}
