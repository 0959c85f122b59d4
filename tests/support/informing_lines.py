"""A campaign's informing lines with a value each: tests of pages look for all of them, new ones too."""

from pdd_shared.protocol.informing_lines import LINES

_OF_KIND = {"address": "https://flu.example.org/notice", "licence": "CC-BY-4.0"}
INFORMING = {name: _OF_KIND.get(told.kind, f"Example University, {name} 678") for name, told in LINES.items()}
"""A value of each informing line, by its name."""
