// The numbers beside a draft's form, worked out again as it is filled in. Without this script, saving does the same.

const PAUSE = 600; // milliseconds without a key before the server is asked
const BUSY = 429; // the server works something out already: ask again

const form = document.querySelector("#draft");
const shown = document.querySelector("#outlook");
let timer = 0;
let asking = false;

form?.addEventListener("input", (event) => {
  if (event.target.type !== "file") later();
});

function later() {
  clearTimeout(timer);
  timer = setTimeout(refresh, PAUSE);
}

async function refresh() {
  if (asking) {
    later();
    return;
  }
  asking = true;
  shown.setAttribute("aria-busy", "true");
  try {
    const body = new FormData(form);
    body.delete("file");
    const answer = await fetch(form.dataset.preview, { method: "POST", body });
    if (answer.status === BUSY) later();
    else if (answer.ok && !answer.redirected) show(await answer.text());
  } catch {
    // Offline: what is shown stays.
  } finally {
    asking = false;
    shown.removeAttribute("aria-busy");
  }
}

function show(text) {
  const parsed = new DOMParser().parseFromString(text, "text/html");
  const open = new Set([...shown.querySelectorAll("details[open]")].map(nameOf));
  for (const fold of parsed.querySelectorAll("details")) fold.open = open.has(nameOf(fold));
  shown.replaceChildren(...parsed.body.childNodes);
}

// A fold's name is its line up to the number in it, which changes as the form is filled in.
function nameOf(fold) {
  return fold.querySelector("summary").textContent.split(":")[0];
}
