"""The pages as the server gives them out."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from incognita.server.pages import FOR_EVER, add_pages


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("the first page")
    (folder / "assets" / "a-1.js").write_text("a script")
    (tmp_path / "secret").write_text("not for anybody")
    return folder


@pytest.fixture
def client(built: Path) -> TestClient:
    app = FastAPI()
    add_pages(app, built)
    return TestClient(app)


@pytest.mark.parametrize("address", ["/", "/table/abc", "/rules/partners"])
def test_every_address_is_the_first_page(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert (answer.text, answer.headers["cache-control"]) == ("the first page", "no-cache")


def test_files_with_a_digest_in_their_names_are_kept_for_ever(client: TestClient) -> None:
    answer = client.get("/assets/a-1.js")
    assert (answer.text, answer.headers["cache-control"]) == ("a script", FOR_EVER)


@pytest.mark.parametrize("address", ["/assets/gone.js", "/api/gone"])
def test_what_is_not_there_is_not_found(client: TestClient, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("address", ["/%2e%2e/secret", "/assets/%2e%2e/%2e%2e/secret", "/..%2fsecret"])
def test_nothing_outside_is_given_out(client: TestClient, address: str) -> None:
    assert "not for anybody" not in client.get(address).text


def test_pages_that_are_not_built_say_how_to_build_them(tmp_path: Path) -> None:
    app = FastAPI()
    add_pages(app, tmp_path)
    answer = TestClient(app).get("/")
    assert answer.status_code == 404
    assert "make web" in answer.text
