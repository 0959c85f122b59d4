// Buttons that save an SVG picture as PNG. The browser draws it here, so the server needs no program for pictures.

const SIZE = 1080;

for (const button of document.querySelectorAll("[data-png]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const drawn = new Image(SIZE, SIZE);
    drawn.src = document.getElementById(button.dataset.png).href;
    await drawn.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
    canvas.getContext("2d").drawImage(drawn, 0, 0, SIZE, SIZE);
    const saved = document.createElement("a");
    saved.href = canvas.toDataURL("image/png");
    saved.download = button.dataset.name;
    saved.click();
  });
}
