"""Charts have axes with units, bands, names at the lines' ends, and say what is noise."""

from pathlib import Path

from pdd_results import Results
from pdd_results.charts import COLOURS, colours_of


def test_a_chart_says_what_it_shows(read: Results, tmp_path: Path) -> None:
    """The title, the unit, the keywords, the interval, what is noise, and coverage are in the picture."""
    series = read.weekly("flu", "tea", regions=["north"]).rate()
    figure = series.plot().figure
    upper, lower = figure.axes
    assert [text.get_text() for text in upper.texts] == ["tea (noise)", "flu"]
    assert (upper.get_ylabel(), lower.get_ylabel()) == ("per 1,000 searches", "Coverage")
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "95% interval of the noise",
        "pale: no more than noise",
    ]
    assert figure.get_suptitle() == "Winter flu: north"
    assert lower.get_ylim() == (0, 1)
    series.plot().save(tmp_path / "chart.svg")
    assert (tmp_path / "chart.svg").read_text("utf-8").startswith("<?xml")
    assert series.plot()._repr_png_().startswith(b"\x89PNG")


def test_lines_and_bands_are_the_numbers(read: Results) -> None:
    """A line's points are the values of the frame, and its band ends at the bounds."""
    series = read.weekly("flu").rate()
    upper = series.plot().figure.axes[0]
    drawn = upper.lines[0].get_ydata()
    assert list(drawn) == series.frame["value"].to_list()
    edges = upper.collections[0].get_paths()[0].vertices[:, 1]
    assert {edges.min(), edges.max()} == {series.frame["low_95"].min(), series.frame["high_95"].max()}


def test_many_keywords_are_small_charts(read: Results) -> None:
    """Six keywords have a chart each on one scale, and the strip of coverage."""
    axes = read.monthly().plot().figure.axes
    assert [one.get_title("left") for one in axes[:2]] == ["flu", "cough"]
    assert len(axes) == 7
    assert axes[0].get_ylim() == axes[5].get_ylim()


def test_a_keyword_keeps_its_colour() -> None:
    """A keyword's colour follows from its place in the campaign; two keywords of one chart never share one."""
    known = [f"word {number}" for number in range(9)]
    assert colours_of(["word 2"], known) == {"word 2": COLOURS[2]}
    assert colours_of(["word 1", "word 7"], known) == {"word 1": COLOURS[1], "word 7": COLOURS[2]}
    assert len(set(colours_of(known[:6], known).values())) == 6
