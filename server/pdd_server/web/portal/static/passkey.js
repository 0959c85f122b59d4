// Lets the browser make or use a passkey, and sends the authenticator's answer by the form. Where browsers have no
// passkeys, or without this script, the forms stay hidden, and people sign in with their phone.

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const isNew = "create" in form.dataset;
  const parse = isNew ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON";
  if (!window.PublicKeyCredential?.[parse]) continue;
  form.closest("[hidden]")?.removeAttribute("hidden");
  form.addEventListener("submit", async (event) => {
    if (form.elements.passkey.value) return; // the answer is there: let it go out
    event.preventDefault();
    const said = form.querySelector("[role=status]");
    said.textContent = "";
    try {
      const publicKey = PublicKeyCredential[parse](JSON.parse(form.dataset.passkey));
      const answer = await navigator.credentials[isNew ? "create" : "get"]({ publicKey });
      form.elements.passkey.value = JSON.stringify(answer);
      form.submit();
    } catch {
      // Cancelled, timed out, or no authenticator: browsers don't tell which.
      said.textContent = "No passkey was used. Try again, or sign in another way.";
    }
  });
}
