"""The extension's readers of messages, from the models of pdd_shared: these models are the schema of both languages.

A model becomes an `object` of readers (extension/src/protocol/fields.js). Its fields are in the model's order, which is
that of the text that is signed. A model with a rule about several fields needs the same rule in
extension/src/protocol/message_rules.js, under the name of its reader. A type that is not known here fails.
"""

import inspect
import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import indent
from types import ModuleType
from typing import Any, get_args, get_type_hints

from pdd_shared.protocol import completion_codes, fields, messages, terms
from pdd_shared.protocol.fields import Message, SignedKind
from pdd_shared.protocol.informing_lines import LINES, InformingLines, Told
from pdd_shared.rounds.cohort import messages as of_cohort
from scripts.generate.constants import comment
from scripts.generate.field_readers import NAMED, UNIONS, reader, reader_name
from scripts.generate.output import ROOT, Module, heading, remark

_SENT = {messages.Registration, messages.CheckIn}
"""Messages that a donor sends and never reads."""
_READERS = {
    "checked",
    "day",
    "exact",
    "fromJson",
    "integer",
    "list",
    "map",
    "matching",
    "nullable",
    "object",
    "oneOf",
    "optional",
}
_READERS |= {"tagged", "textOf", "truth", "unturned"}
"""The functions that extension/src/protocol/fields.js exports."""
_CONTROLS = "// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out\n"

_ALSO_ALONE = {messages.Signed, messages.LogPart}
"""Parts of other messages that are also sent by themselves."""
_WIDTH = 120
"""The longest line that the extension's formatter leaves whole (extension/biome.json)."""
_PAGE = "docs/reference/protocol.md"
_ROWS = re.compile(r"(?<=shown to the donor \|\n)(?:\| `[a-z_]+` \| line.*; optional \| .* \|\n)+")


def modules() -> Iterator[Module]:
    """Yield the generated modules."""
    models = [*_models(terms), *_models(completion_codes), *_models(messages)]
    body = "".join([*_field_types(), *_declarations(models), *_parsers(models), _kinds(models), _lines()])
    yield _module(
        "extension/src/protocol/messages.js",
        "What travels between donor and server, read strictly; fields are named as in the text.",
        (fields, terms, completion_codes, messages),
        {"./fields.js": _READERS},
        'import * as rules from "./message_rules.js";\n',
        body,
    )
    models = _models(of_cohort)
    yield _module(
        "extension/src/rounds/cohort/messages.js",
        "The messages of the `cohort` protocol that are signed as text, read strictly.",
        (of_cohort,),
        {
            "../../protocol/fields.js": _READERS,
            "../../protocol/messages.js": {
                *(name for name, _ in NAMED.values()),
                *(reader_name(each.__name__) for each in _models(terms)),
            },
        },
        "",
        "".join([*_declarations(models), _kinds(models)]),
    )
    yield Module(_PAGE, _ROWS.sub(lambda _: _reference_rows(), (ROOT / _PAGE).read_text("utf-8"), count=1))


def _field_types() -> Iterator[str]:
    """Yield the readers of the types of fields that have a name."""
    for text, (name, said) in NAMED.items():
        yield f"\n{comment(said)}{_CONTROLS if 'x00' in text else ''}export const {name} = {text};\n"


def _module(
    path: str, title: str, sources: Iterable[ModuleType], offered: dict[str, Iterable[str]], more: str, body: str
) -> Module:
    """Return a generated module. It imports those of the offered names that its body uses.

    Args:
        path: the module's path from the repository's root.
        title: its first comment.
        sources: the Python modules that it is generated from.
        offered: for each JavaScript module the names that it exports.
        more: further imports.
        body: the module's code.
    """
    imports = ""
    for source, names in offered.items():
        used = sorted(name for name in names if re.search(rf"(?<![\w.\"]){name}(?=[(),;])", body))
        line = f'import {{ {", ".join(used)} }} from "{source}";\n'
        long = _block("import {\n", "".join(f"{name},\n" for name in used), f'}} from "{source}";\n')
        imports += line if len(line) <= _WIDTH + 1 else long
    told = heading(", ".join(f"{source.__name__.replace('.', '/')}.py" for source in sources))
    return Module(path, f"// {title}\n{remark(told)}\n{imports}{more}{body}")


def _models(source: ModuleType) -> list[type[Message]]:
    """Return the models that a module defines and a donor reads, in the module's order."""
    found = [each for each in vars(source).values() if inspect.isclass(each) and issubclass(each, Message)]
    return [each for each in found if each.__module__ == source.__name__ and each not in _SENT]


def _hints(model: type[Message]) -> dict[str, Any]:
    """Return the type of each field, with its constraints."""
    hints = get_type_hints(model, include_extras=True)
    return {name: hints[name] for name in model.model_fields}


def _declarations(models: Iterable[type[Message]]) -> Iterator[str]:
    """Yield the readers of models and of unions. A reader uses others, so a union comes after all of its models."""
    there: set[type[Message]] = set()
    for model in models:
        yield _model(model)
        there.add(model)
        for name, (tag, members) in UNIONS.items():
            if model in members and there.issuperset(members):
                yield _union(name, tag, members)


def _model(model: type[Message]) -> str:
    rows = "".join(_row(name, _reader(model, name, kind)) for name, kind in _hints(model).items())
    absent = [name for name, field in model.model_fields.items() if not field.is_required() and field.default is None]
    fields_of = _block("{\n", rows, "}")
    text = f"object({fields_of})"
    if absent:
        left_out = [f"{name}: {'undefined' if _is_omitted(model, name) else 'null'}" for name in absent]
        deep = 4 if model.__pydantic_decorators__.model_validators else 2
        text = _block("object(\n", f"{fields_of},\n{_listed('{ ', left_out, ' },', deep)}\n", ")")
    if model.__pydantic_decorators__.model_validators:
        text = _block("checked(\n", f"{text},\nrules.{reader_name(model.__name__)},\n", ")")
    return _declared(model.__name__, (model.__doc__ or "").partition("\n\n")[0], text)


def _reader(model: type[Message], name: str, kind: Any) -> str:
    text = reader(kind)
    return f"optional({text.removeprefix('nullable(')}" if _is_omitted(model, name) else text


def _is_omitted(model: type[Message], name: str) -> bool:
    """Return whether a text has no such field where the value is None. It has `null` for other fields."""
    return model.model_fields[name].exclude_if is not None


def _row(name: str, text: str) -> str:
    return f"{name},\n" if name == text else f"{name}: {text},\n"


def _union(name: str, tag: str, members: Iterable[type[Message]]) -> str:
    rows = "".join(f"{get_args(_hints(each)[tag])[0]}: {reader_name(each.__name__)},\n" for each in members)
    return _declared(
        name, f"One of several messages, which `{tag}` names.", _block(f'tagged("{tag}", {{\n', rows, "})")
    )


def _declared(name: str, said: str, text: str) -> str:
    const = reader_name(name)
    kind = f"/** @typedef {{ReturnType<typeof {const}>}} {name} */\n"
    return f"\n{comment(said)}export const {const} = {text};\n{kind}"


def _parsers(models: Iterable[type[Message]]) -> Iterator[str]:
    """Yield a reader of JSON for each message that is not only a part of others."""
    parts = {part for model in models for kind in _hints(model).values() for part in _parts(kind)} - _ALSO_ALONE
    yield "\n"
    for model in (each for each in models if each not in parts):
        yield f"export const parse{model.__name__} = fromJson({reader_name(model.__name__)});\n"


def _parts(kind: Any) -> Iterator[Any]:
    yield kind
    for inner in get_args(kind):
        yield from _parts(inner)


def _kinds(models: Iterable[type[Message]]) -> str:
    """Return the table of the signed messages."""
    signed = [each for each in models if issubclass(each, SignedKind)]
    rows = "".join(f"{_key(each.KIND)}: fromJson({reader_name(each.__name__)}),\n" for each in signed)
    said = comment("The signed messages, each by the name that its signature is under.")
    start = "Object.freeze({\n"
    return f"\n{said}export const KINDS = {_block(start, rows, '});')}\n"


def _lines() -> str:
    """Return the names of a campaign's informing lines."""
    start = "export const INFORMING_LINES = /** @type {const} */ (["
    listed = _listed(start, [f'"{name}"' for name in LINES], "]);")
    said = comment("The names of a campaign's informing lines, each of which has a text of its name.")
    return f"\n{said}{listed}\n"


def _listed(start: str, parts: Sequence[str], end: str, deep: int = 0) -> str:
    """Return parts on one line, or on a line each if that would be too long, as the extension's formatter has them."""
    line, rows = f"{start}{', '.join(parts)}{end}", "".join(f"{one},\n" for one in parts)
    return line if deep + len(line) <= _WIDTH else _block(f"{start.rstrip()}\n", rows, end.lstrip())


def _reference_rows() -> str:
    """Return the rows of the informing lines in the protocol's reference."""
    return "".join(_reference_row(name, told) for name, told in LINES.items())


def _reference_row(name: str, told: Told) -> str:
    is_left_out = InformingLines.model_fields[name].exclude_if is not None
    kind, end = ("line; optional", "; left out where there is none") if is_left_out else ("line or null; optional", "")
    return f"| `{name}` | {kind} | {told.meaning}{end} |\n"


def _key(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'


def _block(start: str, rows: str, end: str) -> str:
    return f"{start}{indent(rows, '  ')}{end}"
