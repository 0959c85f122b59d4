// Passes an invitation code on from the page's address to its links, and offers the system's own way to share.
//
// The code is behind the "#", which no browser sends. So the server can't write it into the page, and nor does this
// script send it anywhere. Without the script the links work, and the person types the code or copies the address.

const plain = location.origin + location.pathname;
const code = new URLSearchParams(location.hash.slice(1)).get("invitation");
const whole = code ? `${plain}#invitation=${encodeURIComponent(code)}` : plain;

if (code) {
  for (const carried of document.querySelectorAll("#carried")) carried.hidden = false;
  for (const needed of document.querySelectorAll("#needed")) needed.hidden = true;
  for (const shown of document.querySelectorAll("#link")) shown.textContent = whole;
  for (const opening of document.querySelectorAll("[data-open]")) opening.href = `pdd:${whole}`;
  for (const mail of document.querySelectorAll("[data-mail]")) {
    mail.href = mail.href.replace(/body=.*$/, `body=${encodeURIComponent(whole)}`);
  }
  for (const other of document.querySelectorAll("[data-keeps-code]")) other.hash = location.hash;
}

for (const share of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  share.hidden = false;
  share.addEventListener("click", () => {
    navigator.share({ title: share.dataset.title, url: whole }).catch(() => {}); // closing the sheet is no error
  });
}
