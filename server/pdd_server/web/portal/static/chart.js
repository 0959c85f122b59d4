// Numbers of a day under the pointer, or by the arrow keys. The page is whole without it: the same numbers are in its
// table and downloads.

const WIDTH = 640;
const SVG = "http://www.w3.org/2000/svg";

for (const place of document.querySelectorAll("[data-chart]")) start(place);

async function start(place) {
  const chart = place.querySelector("svg.chart");
  if (!chart) return;
  // As the server draws it: each day, week or month has a slot, and stands in its middle.
  const slots = chart.dataset.slots.split(" ");
  const width = WIDTH * Number(chart.dataset.room);
  const points = bySlot(await rowsOf(place.dataset.chart), slots);
  if (points.length < 2) return;
  const readout = document.createElement("p");
  readout.className = "readout";
  readout.setAttribute("role", "status");
  const by = new URL(place.dataset.chart, location.href).searchParams.get("by");
  readout.textContent = `Point at the chart, or use the arrow keys in it, for a ${by}'s numbers.`;
  place.querySelector("figcaption").prepend(readout);
  const cursor = chart.querySelector(".plot").appendChild(document.createElementNS(SVG, "line"));
  cursor.setAttribute("class", "cursor");
  cursor.setAttribute("y1", "0");
  cursor.setAttribute("y2", "240");
  cursor.setAttribute("visibility", "hidden");
  let shown = points.length - 1;

  const show = (number) => {
    shown = Math.min(points.length - 1, Math.max(0, number));
    const x = ((points[shown].slot + 0.5) * width) / slots.length;
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    cursor.setAttribute("visibility", "visible");
    readout.textContent = inWords(points[shown], by);
  };
  chart.tabIndex = 0;
  chart.addEventListener("pointermove", (event) => {
    const box = chart.getBoundingClientRect();
    const at = ((((event.clientX - box.left) / box.width) * WIDTH) / width) * slots.length - 0.5;
    const away = (point) => Math.abs(point.slot - at);
    show(points.reduce((best, point, number) => (away(point) < away(points[best]) ? number : best), 0));
  });
  chart.addEventListener("focus", () => show(shown));
  chart.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: points.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });
}

// The rows of the series that the chart shows.
async function rowsOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) return [];
  const { columns, data } = await answer.json();
  return data.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place]])));
}

// One item a slot that has totals: its rows, one a keyword.
function bySlot(rows, slots) {
  const found = slots.map((last, slot) => ({ slot, last, rows: [] }));
  const places = new Map(slots.map((last, slot) => [last, slot]));
  for (const row of rows) found[places.get(row.last)]?.rows.push(row);
  return found.filter((point) => point.rows.some((row) => row.days > 0));
}

function long(number) {
  const digits = Number.isInteger(number) ? {} : { maximumSignificantDigits: 3 };
  return number.toLocaleString(document.documentElement.lang, digits);
}

// A count is in the middle of its interval; a rate is not, or it has no bounds.
function numberOf({ entry, value, low_95, high_95, days_missing }) {
  if (value === null) return `${entry} ${days_missing ? "incomplete" : "not listed"}`;
  if (low_95 === null) return `${entry} ${long(value)} (no bounds)`;
  const isMiddle = Number.isInteger(value) && value - low_95 === high_95 - value;
  return `${entry} ${long(value)} ${isMiddle ? `± ${long(high_95 - value)}` : `(${long(low_95)} to ${long(high_95)})`}`;
}

function inWords({ last, rows }, by) {
  const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(last));
  const before = by === "week" ? "Week to " : by === "month" ? "Month to " : "";
  const coverage = Math.round(100 * rows[0].confidence);
  const growing = rows[0].final ? "" : " Unfinished: too small so far.";
  return `${before}${date}: ${rows.map(numberOf).join("; ")}.${growing} Coverage: ${coverage}% of the server's active donors.`;
}
