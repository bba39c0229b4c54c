"""What happens when a library that an adapter is made for is not there."""

from __future__ import annotations

from importlib import import_module
from typing import Any

PACKAGES = {"pyspiel": "open_spiel"}
"""How a module's package is called, where it is called otherwise."""


def needed(module: str) -> Any:
    """That module; if it is missing the error says which one and how to install it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        name = PACKAGES.get(module.partition(".")[0], module.partition(".")[0])
        raise ModuleNotFoundError(
            f"{name} is not installed; install it with: pip install 'incognita[envs]'", name=module
        ) from error
