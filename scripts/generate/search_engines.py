"""The rules of search engines as a module of JavaScript: `python -m scripts.generate.search_engines` writes it."""

import json
import tomllib
from importlib.resources import files
from pathlib import Path

WRITTEN = Path(__file__).parents[2] / "extension/src/counting/search_engines.js"
VECTORS = Path(__file__).parents[2] / "tests/vectors/counting/search_urls.json"
_HEADING = """// Written by scripts/generate/search_engines.py from
// shared/pdd_shared/counting/search_engines.toml, which explains the rules: change them there.
export default """


def as_javascript() -> str:
    """The rules as a module; of charsets only the names that URLs use, which browsers know."""
    rules = tomllib.loads(files("pdd_shared.counting").joinpath("search_engines.toml").read_text("utf-8"))
    del rules["hints"]
    rules["charsets"] = sorted(rules["charsets"])
    return f"{_HEADING}{json.dumps(rules, indent=2, ensure_ascii=False)};\n"


if __name__ == "__main__":
    WRITTEN.write_text(as_javascript(), "utf-8")
