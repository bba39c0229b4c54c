"""The pages as the server gives them out."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.responses import FileResponse, Response

from incognita.server.pages import FOR_EVER, answer


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("the first page")
    (folder / "assets" / "a-1.js").write_text("a script")
    (tmp_path / "secret").write_text("not for anybody")
    return folder


def shown(answer: Response) -> tuple[str, str]:
    """The file that is given out, and how long it may be kept."""
    assert isinstance(answer, FileResponse)
    return Path(answer.path).name, answer.headers["cache-control"]


@pytest.mark.parametrize("address", ["", "table/abc", "rules/partners"])
def test_every_address_is_the_first_page(built: Path, address: str) -> None:
    assert shown(answer(address, built)) == ("index.html", "no-cache")


def test_files_with_a_digest_in_their_names_are_kept_for_ever(built: Path) -> None:
    assert shown(answer("assets/a-1.js", built)) == ("a-1.js", FOR_EVER)


@pytest.mark.parametrize("address", ["assets/gone.js", "api/gone", "assets/../../secret"])
def test_what_is_not_there_is_not_found(built: Path, address: str) -> None:
    assert answer(address, built).status_code == 404


@pytest.mark.parametrize("address", ["../secret", "/etc/passwd", "table/../../secret"])
def test_nothing_outside_is_given_out(built: Path, address: str) -> None:
    assert shown(answer(address, built))[0] == "index.html"


def test_pages_that_are_not_built_say_how_to_build_them(tmp_path: Path) -> None:
    told = answer("", tmp_path)
    assert told.status_code == 404
    assert b"make web" in told.body
