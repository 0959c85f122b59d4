// A month of days, each with a mark for its outcome. The arrow keys move through the table.

import { button, h } from "../../widgets/dom.js";
import { legend, mark } from "./day_marks.js";

/** @typedef {import("../../texts/texts.js").Texts} Texts */

/**
 * The calendar's content: the state of each day, the chosen day, and the first and the last day that can be chosen.
 * @typedef {Readonly<{states: ReadonlyMap<string, string>, chosen: string, first: string, last: string}>} Shown
 */

const DAY = 86_400_000;
const KEYS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
  ["ArrowUp", -7],
  ["ArrowDown", 7],
]);

/**
 * Make the calendar of the chosen day's month.
 * @param {Texts} texts
 * @param {Shown} shown
 * @param {(day: string) => void} choose is called when the donor chooses another day
 */
export function calendar(texts, shown, choose) {
  const table = monthTable(texts, shown, choose);
  table.addEventListener("keydown", (event) => {
    const by = KEYS.get(event.key);
    if (by === undefined) return;
    event.preventDefault();
    choose(within(shown, iso(Date.parse(shown.chosen) + by * DAY)));
  });
  return h("div", { class: "month" }, table, turning(texts, shown, choose), legend(texts));
}

/**
 * @param {Texts} texts
 * @param {Shown} shown
 * @param {(day: string) => void} choose
 */
function monthTable(texts, shown, choose) {
  const [month, begins] = [shown.chosen.slice(0, 7), firstWeekday(texts.locale)];
  const heads = Array.from({ length: 7 }, (_, index) => h("th", { scope: "col" }, texts.weekday((begins + index) % 7)));
  const cell = (/** @type {string} */ day) =>
    h("td", {}, day.startsWith(month) && dayButton(texts, shown, day, choose));
  const rows = weeksOf(month, begins).map((week) => h("tr", {}, week.map(cell)));
  const name = h("caption", {}, texts.month(month));
  return h("table", { class: "calendar" }, name, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows));
}

/**
 * @param {Texts} texts
 * @param {Shown} shown
 * @param {string} day
 * @param {(day: string) => void} choose
 */
function dayButton(texts, { states, chosen, first, last }, day, choose) {
  const state = states.get(day);
  const named = texts.day(day);
  const pressed = day === chosen;
  const made = button(String(Number(day.slice(8))), () => choose(day), {
    id: `day-${day}`,
    "aria-label": state ? texts.t("calendar_day", { day: named, what: texts.t(`mark_${state}`) }) : named,
    "aria-pressed": String(pressed),
    tabindex: pressed ? 0 : -1,
    disabled: day < first || day > last,
  });
  made.append(mark(state ?? ""));
  return made;
}

/**
 * Make the buttons to the months before and after.
 * @param {Texts} texts
 * @param {Shown} shown
 * @param {(day: string) => void} choose
 */
function turning(texts, shown, choose) {
  const month = shown.chosen.slice(0, 7);
  const [year, number] = month.split("-").map(Number);
  const to = (/** @type {"earlier" | "later"} */ id, /** @type {string} */ day, /** @type {boolean} */ disabled) => {
    const attributes = { id, "aria-label": texts.of(texts.t(id), texts.month(day)), disabled };
    return button(texts.t(id), () => choose(within(shown, day)), attributes);
  };
  const earlier = to("earlier", iso(Date.UTC(year, number - 2, 28)), shown.first.slice(0, 7) >= month);
  const later = to("later", iso(Date.UTC(year, number, 1)), shown.last.slice(0, 7) <= month);
  return h("div", { class: "row" }, earlier, later);
}

/**
 * Return the whole weeks that contain a month, as ISO days.
 * @param {string} month "2026-11"
 * @param {number} begins the first day of a week, 0 is Sunday
 */
export function weeksOf(month, begins) {
  const first = Date.parse(`${month}-01`);
  const start = first - ((new Date(first).getUTCDay() - begins + 7) % 7) * DAY;
  const days = Array.from({ length: 42 }, (_, index) => iso(start + index * DAY));
  const weeks = Array.from({ length: 6 }, (_, index) => days.slice(7 * index, 7 * index + 7));
  return weeks.filter((week) => week.some((day) => day.startsWith(month)));
}

/**
 * @param {Shown} shown
 * @param {string} day
 */
function within({ first, last }, day) {
  return [first, day, last].sort()[1];
}

/** @param {number} instant */
function iso(instant) {
  return new Date(instant).toISOString().slice(0, 10);
}

/**
 * Return the first day of a week in a locale, 0 is Sunday. It is Monday if the browser does not know it.
 *
 * Some browsers have `getWeekInfo`, others only its earlier form, `weekInfo`.
 * @param {string} tag the locale's
 */
function firstWeekday(tag) {
  const locale = /** @type {{getWeekInfo?: () => {firstDay: number}, weekInfo?: {firstDay: number}}} */ (
    /** @type {unknown} */ (new Intl.Locale(tag))
  );
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
}
