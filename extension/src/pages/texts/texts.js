// The pages' language: the person's choice, else the browser's. It formats numbers, days and plurals, too.
//
// The browser's own i18n follows the browser alone, so the texts are files of their own, which scripts/texts.js writes from _locales.

/** @typedef {Readonly<Record<string, {message: string}>>} Messages */
/** @typedef {Readonly<Record<string, string | number>>} Values */

/** The languages there are, each in its own name. */
export const LANGUAGES = Object.freeze({ en: "English", de: "Deutsch", fr: "Français", es: "Español" });

// What a name from outside could use to turn the text around it: it is kept apart instead, between U+2068 and U+2069.
const CONTROLS = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Text from outside on one line, that can't move or turn what stands beside it.
 * @param {string} text
 */
export function outside(text) {
  return `\u2068${text.replace(CONTROLS, " ")}\u2069`;
}

/**
 * The same for text of several lines, which stands for itself.
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
   * A text, with values in the places that it names in braces.
   * @param {string} key
   * @param {Values} [values]
   * @returns {string}
   */
  t(key, values = {}) {
    const found = this.messages[key];
    if (found === undefined) throw new Error(`there is no text ${key}`);
    return found.message.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name];
      return value === undefined ? whole : typeof value === "number" ? this.number(value) : value;
    });
  }

  /**
   * A text in the plural form of `n`, which stands where it says {n}.
   * @param {string} key
   * @param {number} n
   * @param {Values} [values]
   */
  count(key, n, values = {}) {
    const form = `${key}_${this.rules.select(n)}`;
    return this.t(form in this.messages ? form : `${key}_other`, { ...values, n });
  }

  /**
   * What a control says, and of what: for those who can't see what it stands beside.
   * @param {string} label as it is seen
   * @param {string} name
   */
  of(label, name) {
    return this.t("of", { label, name });
  }

  /**
   * A number with the locale's separators.
   * @param {number} value
   * @param {number} [digits] after the decimal mark, at most
   */
  number(value, digits = 0) {
    return new Intl.NumberFormat(this.locale, { maximumFractionDigits: digits }).format(value);
  }

  /**
   * A day with its weekday, such as "Friday, 20 November 2026".
   * @param {string} day ISO text
   */
  day(day) {
    return this.#date({ dateStyle: "full", timeZone: "UTC" }, Date.parse(day));
  }

  /**
   * A day in a short form that is never mistaken: the month is a word.
   * @param {string} day ISO text
   */
  shortDay(day) {
    return this.#date({ dateStyle: "medium", timeZone: "UTC" }, Date.parse(day));
  }

  /**
   * The day of a moment as this computer's calendar shows it, short.
   * @param {number} instant in ms since 1970
   */
  dayOf(instant) {
    return this.#date({ dateStyle: "medium" }, instant);
  }

  /**
   * A month, such as "November 2026".
   * @param {string} month ISO text of it or of one of its days
   */
  month(month) {
    return this.#date({ month: "long", year: "numeric", timeZone: "UTC" }, Date.parse(`${month.slice(0, 7)}-01`));
  }

  /**
   * A weekday, short; 0 is Sunday.
   * @param {number} weekday
   */
  weekday(weekday) {
    return this.#date({ weekday: "short", timeZone: "UTC" }, Date.UTC(2026, 10, 1 + weekday)); // a Sunday
  }

  /**
   * A moment as this computer's clock shows it: day and time.
   * @param {number} instant in ms since 1970
   */
  moment(instant) {
    return this.#date({ dateStyle: "medium", timeStyle: "short" }, instant);
  }

  /**
   * A time of day as this computer's clock shows it.
   * @param {number} instant in ms since 1970
   */
  time(instant) {
    return this.#date({ timeStyle: "short" }, instant);
  }

  /**
   * Several things in a row: "one, two and three".
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
 * Which language to speak, and how to write numbers and days: who chooses the language that the browser has anyway
 * keeps the country's way to write them.
 * @param {string | null} chosen
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
 * The texts of a language.
 * @param {string | null} chosen null: the browser's
 * @param {{language: () => string, file: (path: string) => Promise<unknown>}} browser
 */
export async function loadTexts(chosen, browser) {
  const { tag, locale } = languageOf(chosen, browser.language());
  const files = ["names", tag].map(async (name) => /** @type {string[]} */ (await browser.file(`texts/${name}.json`)));
  const [names, texts] = await Promise.all(files);
  return new Texts(tag, locale, Object.fromEntries(names.map((name, index) => [name, { message: texts[index] }])));
}
