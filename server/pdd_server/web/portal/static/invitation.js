// Takes an invitation's secret from behind the # of the address, where no server sees it, and sends it by the form.
// Without this script the link can be pasted.

const form = document.querySelector("#invitation");
const secret = location.hash.slice(1);
if (form && secret) {
  history.replaceState(null, "", location.pathname); // so that the secret stays in no history
  form.elements.link.value = secret;
  form.requestSubmit();
}
