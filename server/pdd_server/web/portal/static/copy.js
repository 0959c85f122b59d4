// Buttons that copy what stands beside them. Without this script the text can be selected by hand.

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue; // only where the page came safely
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  });
}
