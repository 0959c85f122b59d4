// A button that shows a typed password, and a meter of how hard a new one is to guess. Without this script both are
// missing, and the server refuses weak passwords all the same.

const PAUSE = 400; // milliseconds without a key before the server is asked

for (const field of document.querySelectorAll("input[type=password]")) {
  addButton(field);
  if (field.dataset.strength) addMeter(field);
}

function addButton(field) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = "Show";
  button.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-controls", field.id);
  button.addEventListener("click", () => {
    const shown = field.type === "password";
    field.type = shown ? "text" : "password";
    button.setAttribute("aria-pressed", String(shown));
    button.textContent = shown ? "Hide" : "Show";
  });
  field.after(button);
  // Browsers offer to keep a text field's value. A password's field is one again before its form is sent.
  field.form.addEventListener("submit", () => (field.type = "password"));
}

function addMeter(field) {
  const meter = document.createElement("meter");
  Object.assign(meter, { min: 0, max: 4, low: 2, high: 3, optimum: 4, value: 0 });
  meter.setAttribute("aria-label", "Strength");
  const words = document.createElement("span");
  words.className = "quiet";
  words.setAttribute("role", "status");
  field.parentElement.append(meter, words);
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => judge(field, meter, words), PAUSE);
  });
}

async function judge(field, meter, words) {
  const given = field.value;
  const body = new FormData();
  body.set("password", given);
  body.set("csrf_token", field.form.elements.csrf_token.value);
  const answer = await fetch(field.dataset.strength, { method: "POST", body }).catch(() => null);
  if (!answer?.ok || answer.redirected || field.value !== given) return;
  const found = await answer.json();
  meter.value = found.score;
  words.textContent = found.words;
}
