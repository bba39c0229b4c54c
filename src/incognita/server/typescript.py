"""The types of the web client, made from the messages of the server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from incognita.server import protocol

UNIONS: dict[str, Any] = {"Asked": protocol.Asked, "Event": protocol.Event, "Reply": protocol.Reply}
"""Messages that are one of several."""
NAMES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def models() -> list[type[protocol.Message]]:
    """All messages, in the order of the file."""
    found = [value for value in vars(protocol).values() if isinstance(value, type)]
    return [
        one for one in found if issubclass(one, protocol.Message) and one not in (protocol.Message, protocol.Request)
    ]


def text() -> str:
    """The whole file."""
    _, schema = models_json_schema([(model, "validation") for model in models()], ref_template="{model}")
    parts = [*(interface(name, one) for name, one in schema["$defs"].items()), *unions()]
    return "// Made from src/incognita/server/protocol.py by `make docs`.\n\n" + "\n".join(parts)


def unions() -> Iterator[str]:
    for name, union in UNIONS.items():
        schema = TypeAdapter(union).json_schema(ref_template="{model}")
        members = [one["$ref"] for one in schema.get("oneOf", schema.get("anyOf", []))]
        yield f"export type {name} = {' | '.join(members)}\n"


def interface(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    fields = [
        f"  {field}{'' if field in required or 'const' in one else '?'}: {type_of(one)}"
        for field, one in schema.get("properties", {}).items()
    ]
    return "\n".join([*comment(schema), f"export interface {name} {{", *fields, "}", ""])


def comment(schema: dict[str, Any]) -> list[str]:
    words = " ".join(schema.get("description", "").split())
    return [f"/** {words} */"] if words else []


def type_of(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "const" in schema:
        return quoted(schema["const"])
    if "enum" in schema:
        return " | ".join(quoted(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(type_of(one) for one in schema["anyOf"])
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(one) for one in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        return f"Array<{type_of(schema['items'])}>"
    if schema.get("type") == "object":
        return f"Record<string, {value_type(schema.get('additionalProperties', True))}>"
    return NAMES.get(schema.get("type", ""), "unknown")


def value_type(schema: Any) -> str:
    return type_of(schema) if isinstance(schema, dict) else "unknown"


def quoted(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()
