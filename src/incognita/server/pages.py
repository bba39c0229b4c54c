"""The pages: what `web/` was built into, and its first page for every address that is not the API's."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, PlainTextResponse, Response

from incognita.server.rim import refusal

BUILT = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
"""Files in `assets` have a digest of their content in their names."""
NOT_BUILT = "The pages are not built: run `make web` in the repository. The API is here all the same, at /api."


def add_pages(app: FastAPI, built: Path = BUILT) -> None:
    """Serve them, after all other routes."""

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str) -> Response:
        return answer(path, built)


def answer(path: str, built: Path) -> Response:
    file = (built / path).resolve()
    if path and file.is_relative_to(built) and file.is_file():
        return FileResponse(file, headers={"cache-control": FOR_EVER if path.startswith("assets/") else "no-cache"})
    if path.startswith(("api/", "assets/")):
        return refusal(404, "http", "there is nothing here")
    if not (built / "index.html").is_file():
        return PlainTextResponse(NOT_BUILT, 404)
    return FileResponse(built / "index.html", headers={"cache-control": "no-cache"})
