// A table with a caption. Numbers are aligned at the trailing edge.

import { h } from "./dom.js";

/**
 * Make a table in a box that scrolls.
 * @param {string} name what the table shows, as a caption for screen readers only
 * @param {readonly string[]} heads
 * @param {readonly (readonly string[])[]} rows the first cell names the row, the others are numbers
 */
export function table(name, heads, rows) {
  const head = heads.map((text, index) => h("th", { scope: "col", class: index > 0 && "number" }, text));
  const body = rows.map(([first, ...others]) => {
    const cells = others.map((text) => h("td", { class: "number" }, text));
    return h("tr", {}, h("th", { scope: "row" }, first), cells);
  });
  const caption = h("caption", { class: "unseen" }, name);
  const made = h("table", {}, caption, h("thead", {}, h("tr", {}, head)), h("tbody", {}, body));
  // The box takes the focus, so that wide tables can be scrolled with the arrow keys.
  return h("div", { class: "scrolled", tabindex: 0, role: "group", "aria-label": name }, made);
}
