"""Legends below a figure."""

from collections.abc import Sequence

from matplotlib.artist import Artist
from matplotlib.figure import Figure


def legend_beneath(picture: Figure, handles: Sequence[Artist], labels: Sequence[str]) -> None:
    """Add a legend below a figure, in as many columns as fit its width.

    Matplotlib reserves room for such a legend's height, but not for its width.
    """
    for columns in range(len(labels), 0, -1):
        legend = picture.legend(handles, labels, loc="outside lower center", ncols=columns, frameon=False)
        picture.draw_without_rendering()
        if columns == 1 or legend.get_window_extent().width <= picture.bbox.width:
            return
        legend.remove()
