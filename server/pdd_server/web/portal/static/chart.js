// Numbers of a day under the pointer, or by the arrow keys. The page is whole without it: the same numbers are in its
// table and downloads.

const WIDTH = 640;
const DAY = 86_400_000;
const SVG = "http://www.w3.org/2000/svg";

for (const place of document.querySelectorAll("[data-chart]")) start(place);

async function start(place) {
  const chart = place.querySelector("svg.chart");
  const entries = [...place.querySelectorAll(".legend li")].map((item) => item.textContent.trim());
  const days = byDay(await rowsOf(place.dataset.chart, entries), entries);
  if (days.length < 2) return;
  const readout = document.createElement("p");
  readout.className = "readout";
  readout.setAttribute("role", "status");
  const isWeekly = Number(chart.dataset.step) === 7;
  readout.textContent = `Point at the chart, or use the arrow keys in it, for a ${isWeekly ? "week" : "day"}'s numbers.`;
  place.querySelector("figcaption").prepend(readout);
  const cursor = chart.appendChild(document.createElementNS(SVG, "line"));
  cursor.setAttribute("class", "cursor");
  cursor.setAttribute("y1", "0");
  cursor.setAttribute("y2", "240");
  cursor.setAttribute("visibility", "hidden");
  let shown = days.length - 1;
  // As the server draws it: each day (or week) of the chart has a slot, and stands in its middle.
  const first = Date.parse(chart.dataset.first);
  const step = Number(chart.dataset.step) * DAY;
  const slot = WIDTH / ((Date.parse(chart.dataset.last) - first) / step + 1);

  const show = (number) => {
    shown = Math.min(days.length - 1, Math.max(0, number));
    const x = ((days[shown].at - first) / step + 0.5) * slot;
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    cursor.setAttribute("visibility", "visible");
    readout.textContent = `${isWeekly ? "Week to " : ""}${inWords(days[shown])}`;
  };
  chart.tabIndex = 0;
  chart.addEventListener("pointermove", (event) => {
    const box = chart.getBoundingClientRect();
    const at = first + ((((event.clientX - box.left) / box.width) * WIDTH) / slot - 0.5) * step;
    show(days.reduce((best, day, number) => (Math.abs(day.at - at) < Math.abs(days[best].at - at) ? number : best), 0));
  });
  chart.addEventListener("focus", () => show(shown));
  chart.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: days.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });
}

// The read API's rows of these entries, in the period that the page shows.
async function rowsOf(address, entries) {
  const asked = new URLSearchParams(location.search);
  const query = new URLSearchParams(entries.map((entry) => ["entry", entry]));
  for (const name of ["from", "to", "stratum"]) if (asked.get(name)) query.set(name, asked.get(name));
  const answer = await fetch(`${address}?${query}`);
  if (!answer.ok) return [];
  const { columns, data } = await answer.json();
  return data.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place]])));
}

// One item a day: its confidence, and each entry's strata added up, where all of them are listed.
function byDay(rows, entries) {
  const days = new Map();
  for (const row of rows) {
    if (!days.has(row.day)) days.set(row.day, { at: Date.parse(row.day), confidence: row.confidence, of: new Map() });
    const parts = days.get(row.day).of;
    parts.set(row.entry, [...(parts.get(row.entry) ?? []), row]);
  }
  const strata = new Set(rows.map((row) => row.stratum)).size;
  return [...days.values()].map((day) => ({
    ...day,
    totals: entries.map((entry) => total(entry, day.of.get(entry) ?? [], strata)),
  }));
}

function total(entry, parts, strata) {
  const number = parts.length === strata ? parts.reduce((sum, row) => sum + row.total, 0) : null;
  return { entry, number, half: strata === 1 && parts.length ? parts[0].half_width_95 : null };
}

function long(number) {
  return number.toLocaleString(document.documentElement.lang);
}

function inWords(day) {
  const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(day.at);
  const numbers = day.totals.map(({ entry, number, half }) =>
    number === null ? `${entry} not listed` : `${entry} ${long(number)}${half === null ? "" : ` ± ${long(half)}`}`,
  );
  return `${date}: ${numbers.join("; ")}. Coverage: ${Math.round(100 * day.confidence)}% of the server's active donors.`;
}
