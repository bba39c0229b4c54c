"""TypeScript types of pydantic models, from their JSON schemas."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

HEAD = "/** Made from src/incognita/server/protocol.py by `make docs`. */\n\n"


def types_of(models: Iterable[type[BaseModel]]) -> str:
    """An exported interface for every model, by name."""
    _, schema = models_json_schema([(model, "serialization") for model in models], ref_template="{model}")
    definitions = schema["$defs"]
    return HEAD + "\n".join(declaration(name, definitions[name]) for name in sorted(definitions))


def declaration(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema and "enum" in schema:
        return f"export type {name} = {type_of(schema)};\n"
    fields = "".join(field(key, part, schema) for key, part in schema.get("properties", {}).items())
    return f"{comment(schema, '')}export interface {name} {{\n{fields}}}\n"


def field(name: str, schema: dict[str, Any], owner: dict[str, Any]) -> str:
    optional = "" if name in owner.get("required", []) or "const" in schema else "?"
    return f"  {name}{optional}: {type_of(schema)};\n"


def comment(schema: dict[str, Any], indent: str) -> str:
    text = " ".join(schema.get("description", "").split())
    return f"{indent}/** {text} */\n" if text else ""


def type_of(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(type_of(part) for part in schema[union])
    return TYPES.get(schema.get("type", ""), lambda _: "unknown")(schema)


def array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(part) for part in schema['prefixItems'])}]"
    item = type_of(schema.get("items", {}))
    return f"({item})[]" if " " in item else f"{item}[]"


def mapping(schema: dict[str, Any]) -> str:
    values = schema.get("additionalProperties")
    return f"Record<string, {type_of(values) if isinstance(values, dict) else 'unknown'}>"


TYPES = {
    "string": lambda _: "string",
    "integer": lambda _: "number",
    "number": lambda _: "number",
    "boolean": lambda _: "boolean",
    "null": lambda _: "null",
    "array": array,
    "object": mapping,
}
