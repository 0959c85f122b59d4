"""Icons from a drawing: `python -m scripts.packaging.icons SVG FOLDER` writes N.png of each size, app.ico, app.icns."""

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)


def picture(svg: Path, size: int) -> QImage:
    """Return the drawing, `size` pixels wide and high, on a transparent background."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(svg)).render(painter)
    painter.end()
    return image


def main(svg: Path, folder: Path) -> None:
    """Write all icons."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {f"{size}.png": size for size in SIZES} | {"app.ico": 256, "app.icns": 512}
    for name, size in wanted.items():
        if not picture(svg, size).save(str(folder / name)):
            raise SystemExit(f"{folder / name} can't be written as a picture of {svg}")


if __name__ == "__main__":
    application = QGuiApplication([])
    main(Path(sys.argv[1]), Path(sys.argv[2]))
