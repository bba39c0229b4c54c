"""What proves who somebody is: signed cookies, secret links, tokens of seats. One secret of the server signs all."""

from __future__ import annotations

import hashlib
import hmac
import secrets

SECRET = "secret"
"""The name of the setting."""


def new_token() -> str:
    """128 bits that nobody can guess."""
    return secrets.token_urlsafe(16)


def digest(secret: str) -> str:
    """What is stored of a secret link, so that whoever reads the database cannot use it."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Signer:
    """Signs texts for a purpose; a signature for one purpose is worth nothing for another."""

    def __init__(self, secret: str) -> None:
        self.secret = secret.encode()

    def mac(self, purpose: str, text: str) -> bytes:
        return hmac.new(self.secret, f"{purpose}\0{text}".encode(), hashlib.sha256).digest()

    def signed(self, purpose: str, text: str) -> str:
        return f"{text}.{self.mac(purpose, text).hex()}"

    def read(self, purpose: str, signed: str) -> str | None:
        """The text, if it was signed here."""
        text, _, signature = signed.rpartition(".")
        expected = self.mac(purpose, text).hex()
        return text if hmac.compare_digest(signature.encode(), expected.encode()) else None

    def number(self, text: str) -> int:
        """64 bits that nobody else can compute."""
        return int.from_bytes(self.mac("number", text)[:8], "big")
