"""Reads a document written by hand, YAML or JSON, as plain data, or refuses it with the place of the error.

Only plain data comes out: no aliases, which can make a small file huge, no tags, no key twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from math import isfinite
from typing import Any, NoReturn

import yaml

from enraya.errors import EnrayaError, NotationError

LARGEST = 256 * 1024
DEEPEST = 20


class ErrorInDocument(EnrayaError):
    """A refusal inside a file, with the place there."""

    def __init__(self, code: str, error: EnrayaError, **place: object) -> None:
        super().__init__(code, **place)
        self.error = error

    def in_language(self, language: str) -> str:
        return f"{super().in_language(language)} {self.error.in_language(language)}"

    def __reduce__(self) -> tuple[object, ...]:
        return _misplaced, (self.code, self.error, self.values)


def _misplaced(code: str, error: EnrayaError, place: dict[str, object]) -> ErrorInDocument:
    return ErrorInDocument(code, error, **place)


def decode(data: bytes) -> str:
    """The text of a file, or that it is none."""
    if len(data) > LARGEST:
        raise NotationError("error.document_large", most=LARGEST // 1024)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotationError("error.document_binary") from None
    if "\0" in text:
        raise NotationError("error.document_binary")
    return text


def read_document(text: str) -> Any:
    """The data that *text* says: as JSON where it begins with a bracket, else as YAML."""
    if len(text) > LARGEST:
        raise NotationError("error.document_large", most=LARGEST // 1024)
    if not text.strip():
        raise NotationError("error.document_empty")
    return _read_json(text) if text.lstrip()[0] in "{[" else _read_yaml(text)


def _read_json(text: str) -> Any:
    """The data that *text* says as JSON: no deeper, and with no other numbers and characters, than YAML has them."""

    def no_number(said: str) -> NoReturn:
        line = text.count("\n", 0, text.find(said)) + 1
        raise NotationError("error.document_number", line=line, text=said)

    def number(said: str) -> float:
        return value if isfinite(value := float(said)) else no_number(said)

    try:
        data = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=no_number, parse_float=number)
        if _is_deeper(data, DEEPEST):
            raise NotationError("error.document_deep", deepest=DEEPEST)
        # Half of a pair of surrogates can be written in JSON, and nowhere else.
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()
        return data
    except NotationError:
        raise
    except UnicodeEncodeError:
        raise NotationError("error.document_character") from None
    except json.JSONDecodeError as error:
        raise NotationError("error.document_syntax", line=error.lineno, reason=error.msg) from None
    except RecursionError:
        raise NotationError("error.document_deep", deepest=DEEPEST) from None
    except ValueError as error:
        raise NotationError("error.document_syntax", line=1, reason=str(error)) from None


def _is_deeper(data: Any, levels: int) -> bool:
    if not isinstance(data, dict | list):
        return False
    return levels == 0 or any(_is_deeper(each, levels - 1) for each in (data.values() if type(data) is dict else data))


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise NotationError("error.document_twice", key=next(key for key in keys if keys.count(key) > 1))
    return found


def _read_yaml(text: str) -> Any:
    try:
        _check_events(text)
        return yaml.load(text, _Loader)
    except yaml.MarkedYAMLError as error:
        # What ends too early is found behind the last line.
        line = min(error.problem_mark.line + 1, len(text.splitlines())) if error.problem_mark else 1
        raise NotationError("error.document_syntax", line=line, reason=error.problem or str(error)) from None
    except yaml.YAMLError as error:
        raise NotationError("error.document_syntax", line=1, reason=str(error)) from None


def _check_events(text: str) -> None:
    """Refuse what could grow, or mean more than it says, before anything is built."""
    depth = documents = 0
    for event in yaml.parse(text, _Parser):
        line = event.start_mark.line + 1
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise NotationError("error.document_alias", line=line)
        if getattr(event, "tag", None):
            raise NotationError("error.document_tag", line=line)
        if depth > DEEPEST:
            raise NotationError("error.document_deep", deepest=DEEPEST)
        if documents > 1:
            raise NotationError("error.document_several", line=line)


# The parser in C is some twenty times faster, where the library was built with it.
_Parser = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Parser):  # type: ignore[misc, valid-type]
    """Plain words mean what YAML 1.2 says: `no` and `12:30` are words, a node may be called ON, `010` is ten."""

    yaml_implicit_resolvers: dict[str, list[Any]] = {}  # noqa: RUF012 (so declared by the library)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen = set()
        for key_node, _ in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise NotationError("error.document_key", line=line)
            if key_node.value in seen:
                raise ErrorInDocument(
                    "error.in_document_line", NotationError("error.document_twice", key=key_node.value), line=line
                )
            seen.add(key_node.value)
        found: dict[Hashable, Any] = super().construct_mapping(node, deep)
        return found


for tag, pattern, beginnings in (
    ("null", r"~|null|", ["~", "n", ""]),
    ("bool", r"true|false", ["t", "f"]),
    ("int", r"[-+]?[0-9]{1,15}", list("-+0123456789")),
    ("float", r"[-+]?[0-9]{1,15}\.[0-9]{0,15}", list("-+0123456789")),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"(?:{pattern})$"), beginnings)

# The library's own reads a number that begins with 0 as octal, and fails at `09`.
_Loader.add_constructor("tag:yaml.org,2002:int", lambda _, node: int(node.value))
