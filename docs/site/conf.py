"""How Sphinx makes the documentation site; scripts/docs gathers its pages and runs it.

The site loads nothing from anywhere else: no fonts, scripts or styles of third parties, who would learn what is read.
"""

import json
import logging
import pkgutil
import re
import secrets
import tempfile
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

import pdd_shared
from pdd_server.clock import system_clock
from pdd_server.config import Config
from pdd_server.services.operations.data_folder import Folder, create, open_folder
from pdd_server.web.application import create_app

ROOT = Path(__file__).parents[2]

project = "Private Data Donor"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
exclude_patterns = ["docs/site"]

myst_heading_anchors = 4  # Links such as privacy.md#step-2 work as they do on the forge.
myst_linkify_fuzzy_links = False

default_role = "literal"  # Docstrings write `code`, as Markdown does.
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True, "exclude-members": "model_config"}
autodoc_class_signature = "mixed"
autodoc_preserve_defaults = True
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = project
html_logo = str(ROOT / "client" / "pdd_client" / "desktop" / "drawings" / "ring.svg")
html_favicon = html_logo
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {
        "color-background-primary": "#fbfaf7",
        "color-background-secondary": "#fbfaf7",
        "color-background-border": "#ddd9d0",
        "color-foreground-primary": "#1b2430",
        "color-foreground-secondary": "#5b6570",
        "color-foreground-muted": "#5b6570",
        "color-brand-primary": "#0f766e",
        "color-brand-content": "#0f766e",
        "color-brand-visited": "#0f766e",
        "color-api-name": "#0f766e",
        "color-api-pre-name": "#0f766e",
    },
    "dark_css_variables": {
        "color-background-primary": "#12181f",
        "color-background-secondary": "#12181f",
        "color-background-border": "#2a333d",
        "color-foreground-primary": "#e7e5df",
        "color-foreground-secondary": "#9aa5b1",
        "color-foreground-muted": "#9aa5b1",
        "color-brand-primary": "#2dd4bf",
        "color-brand-content": "#2dd4bf",
        "color-brand-visited": "#2dd4bf",
        "color-api-name": "#2dd4bf",
        "color-api-pre-name": "#2dd4bf",
    },
}


def plain_text(_app: Sphinx, _kind: str, _name: str, _item: object, _options: object, lines: list[str]) -> None:
    """Escape in a docstring what reStructuredText would take for markup: ours are plain text with `code`."""
    between_code = re.compile(r"(`[^`]*`)")
    for number, line in enumerate(lines):
        parts = between_code.split(line)
        parts[::2] = [re.sub(r"([*|\\]|_(?!\w))", r"\\\1", part) for part in parts[::2]]
        lines[number] = "".join(parts)


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document of a new server."""
    with tempfile.TemporaryDirectory() as made:
        folder = Folder(Path(made))
        create(folder, Config(), secrets.token_bytes)
        server = open_folder(folder, system_clock)
        document: dict[str, Any] = create_app(server).spec
        server.store.dispose()
    return document


def operations(document: dict[str, Any]) -> str:
    """Return Markdown: a section for each tag of the document, with a table of the requests."""
    rows: dict[str, list[str]] = {}
    for path, methods in sorted(document["paths"].items()):
        for method, operation in methods.items():
            who = ", ".join(name for scheme in operation.get("security", []) for name in scheme) or "anybody"
            row = f"| `{method.upper()} {path}` | {who} | {operation['summary']} |\n"
            rows.setdefault(operation["tags"][0], []).append(row)
    head = "| request | who | what it does |\n| --- | --- | --- |\n"
    return "".join(f"## {tag}\n\n{head}{''.join(tagged)}\n" for tag, tagged in sorted(rows.items()))


def write_http_api(app: Sphinx) -> None:
    """Write openapi.json beside the site's pages, and its requests as a page that reference/http.md includes."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    document = openapi()
    Path(app.outdir).mkdir(parents=True, exist_ok=True)
    (Path(app.outdir) / "openapi.json").write_text(json.dumps(document, indent=2))
    (Path(app.srcdir) / "reference" / "operations.txt").write_text(operations(document))


def shared_modules() -> str:
    """Return Markdown: a section for each room of `pdd_shared`, with each of its modules."""
    packages = pkgutil.walk_packages(pdd_shared.__path__, "pdd_shared.")
    names = sorted(name for _, name, _ in packages if not name.rpartition(".")[2].startswith("_"))
    # A room's name has one dot, a module's has more: its heading lies deeper.
    return "".join(
        f"{'##' if name.count('.') == 1 else '###'} {name.partition('.')[2]}\n\n"
        f"```{{eval-rst}}\n.. automodule:: {name}\n```\n\n"
        for name in names
    )


def write_shared_modules(app: Sphinx) -> None:
    """Write the modules of `pdd_shared` as a page that reference/shared.md includes."""
    (Path(app.srcdir) / "reference" / "shared_modules.txt").write_text(shared_modules())


def setup(app: Sphinx) -> None:
    """Connect these functions to Sphinx's events."""
    app.connect("autodoc-process-docstring", plain_text)
    app.connect("builder-inited", write_http_api)
    app.connect("builder-inited", write_shared_modules)
