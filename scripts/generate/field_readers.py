"""JavaScript expressions that read the fields of the extension's messages, made from the types in Python's models."""

import inspect
from datetime import date
from decimal import Decimal
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MaxLen
from pydantic import AfterValidator, BeforeValidator, PlainSerializer, StringConstraints, WithJsonSchema
from pydantic.fields import FieldInfo

from pdd_shared.protocol import fields, messages, terms
from pdd_shared.protocol.fields import Message
from pdd_shared.protocol.informing_lines import Told
from scripts.generate.constants import explained_names, number

UNIONS: dict[str, tuple[str, tuple[type[Message], ...]]] = {
    "Terms": ("protocol", get_args(terms.Terms)),
    "CohortTask": ("kind", get_args(messages.CohortTask)),
    "Task": ("kind", get_args(get_args(messages.Task)[0])),
}
"""Types that are one of several models: for each the field that tells the models apart, and the models."""


def reader_name(name: str) -> str:
    """Return the name of a type's reader."""
    return name[0].lower() + name[1:]


def reader(kind: Any) -> str:
    """Return the expression that reads values of a type: the name of its reader, if it has one."""
    text = expression(kind)
    return NAMED[text][0] if text in NAMED else text


def expression(kind: Any) -> str:
    """Return the expression that reads values of a type; TypeError or KeyError for a type without one."""
    metadata: list[Any] = []
    while get_origin(kind) is Annotated:
        metadata += _constraints(kind.__metadata__)
        kind = get_args(kind)[0]
    origin, arguments = get_origin(kind), get_args(kind)
    _refuse_untranslated(origin or kind, metadata)
    if origin in (Union, UnionType):
        return _union(arguments)
    if origin is Literal:
        return f"oneOf({', '.join(_literal(each) for each in arguments)})"
    if origin is tuple:
        most = [number(each.max_length) for each in metadata if isinstance(each, MaxLen)]
        return f"list({', '.join([reader(arguments[0]), *most])})"
    if origin is dict:
        return f"map({_pattern(_constraints(arguments[0].__metadata__))}, {reader(arguments[1])})"
    if inspect.isclass(kind) and issubclass(kind, Message):
        return reader_name(kind.__name__)
    return _SCALARS[kind](metadata)


_TRANSLATED: dict[Any, tuple[type, ...]] = {
    str: (StringConstraints, AfterValidator),
    int: (Ge, Gt, Le, Lt),
    Decimal: (Ge, Gt, Le, Lt, BeforeValidator, PlainSerializer, WithJsonSchema),
    date: (BeforeValidator,),
    tuple: (MaxLen,),
}
"""What a type may be annotated with, because its reader in JavaScript does the same: bounds, and how text is parsed."""


def _refuse_untranslated(kind: Any, metadata: list[Any]) -> None:
    """Raise TypeError for a constraint that would be lost: Python would then refuse what JavaScript accepts."""
    for each in metadata:
        if not isinstance(each, _TRANSLATED.get(kind, ())):
            raise TypeError(
                f"{each!r} limits {kind}, and JavaScript would not know it: name a type in pdd_shared.protocol.fields"
            )
    if sum(isinstance(each, StringConstraints) for each in metadata) > 1:
        raise TypeError("a text with two lengths or patterns; name one type for it in pdd_shared.protocol.fields")


def _union(arguments: tuple[Any, ...]) -> str:
    for name, (_, models) in UNIONS.items():
        if set(arguments) == set(models):
            return reader_name(name)
    (other,) = [each for each in arguments if each is not NoneType]
    return f"nullable({reader(other)})"


def _text(metadata: list[Any]) -> str:
    (constraints,) = [each for each in metadata if isinstance(each, StringConstraints)]
    checks = [each.func for each in metadata if isinstance(each, AfterValidator)]
    if checks not in ([], [fields.turns_nothing]):
        raise TypeError("a check of text that the extension does not have")
    if constraints.pattern is None:
        text = f"textOf({constraints.min_length or 0}, {number(constraints.max_length)})"
    else:
        most = [] if constraints.max_length is None else [number(constraints.max_length)]
        text = f"matching({', '.join([_pattern(metadata), *most])})"
    return f"unturned({text})" if checks else text


def _integer(metadata: list[Any]) -> str:
    least = [each.ge if isinstance(each, Ge) else each.gt + 1 for each in metadata if isinstance(each, Ge | Gt)]
    most = [each.le if isinstance(each, Le) else each.lt - 1 for each in metadata if isinstance(each, Le | Lt)]
    bounds = [f"least: {number(each)}" for each in least] + [f"most: {number(each)}" for each in most]
    return f"integer({{ {', '.join(bounds)} }})" if bounds else "integer()"


def _decimal(metadata: list[Any]) -> str:
    bounds = [f'above: "{each.gt}"' for each in metadata if isinstance(each, Gt)]
    bounds += [f'least: "{each.ge}"' for each in metadata if isinstance(each, Ge)]
    bounds += [f'most: "{each.le}"' for each in metadata if isinstance(each, Le)]
    return f"exact({{ {', '.join(bounds)} }})"


_SCALARS = {str: _text, int: _integer, Decimal: _decimal, date: lambda _: "day", bool: lambda _: "truth"}


def _constraints(metadata: tuple[Any, ...]) -> list[Any]:
    """Return the constraints in a type's metadata and inside a `Field`. `Told` is left out: it constrains nothing."""
    inside = [inner for each in metadata for inner in (each.metadata if isinstance(each, FieldInfo) else [each])]
    return [each for each in inside if not isinstance(each, Told)]


def _pattern(metadata: list[Any]) -> str:
    (pattern,) = [each.pattern for each in metadata if isinstance(each, StringConstraints)]
    return f"/{pattern}/u"


def _literal(value: str | int) -> str:
    return f'"{value}"' if isinstance(value, str) else number(value)


NAMED = {
    expression(getattr(fields, name)): (reader_name(name), said)
    for name, said in explained_names(fields)
    if name not in ("Day", "Exact", "Whole")
}
"""The field types with a name of their own: for the expression that reads each, its reader's name and its docstring."""
