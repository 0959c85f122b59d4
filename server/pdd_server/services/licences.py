"""The licences that a campaign's results can have: those for data, by their SPDX ids."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Licence:
    """A licence's name, what it asks of who uses the data, and its text's address."""

    name: str
    asks: str
    url: str


_COMMONS = "https://creativecommons.org"
_OPEN_DATA = "https://opendatacommons.org/licenses"
_BY, _SHARE = "name the source", "name the source, share alike"
LICENCES = {
    "CC0-1.0": Licence("CC0 1.0 Universal", "nothing", f"{_COMMONS}/publicdomain/zero/1.0/"),
    "CC-BY-4.0": Licence("Creative Commons Attribution 4.0 International", _BY, f"{_COMMONS}/licenses/by/4.0/"),
    "CC-BY-SA-4.0": Licence(
        "Creative Commons Attribution-ShareAlike 4.0 International", _SHARE, f"{_COMMONS}/licenses/by-sa/4.0/"
    ),
    "CC-BY-NC-4.0": Licence(
        "Creative Commons Attribution-NonCommercial 4.0 International",
        f"{_BY}, no commercial use",
        f"{_COMMONS}/licenses/by-nc/4.0/",
    ),
    "PDDL-1.0": Licence(
        "Open Data Commons Public Domain Dedication and License 1.0", "nothing", f"{_OPEN_DATA}/pddl/1-0/"
    ),
    "ODC-By-1.0": Licence("Open Data Commons Attribution License 1.0", _BY, f"{_OPEN_DATA}/by/1-0/"),
    "ODbL-1.0": Licence("Open Data Commons Open Database License 1.0", _SHARE, f"{_OPEN_DATA}/odbl/1-0/"),
}
"""By SPDX id. Others would not say in a word what may be done with numbers."""
