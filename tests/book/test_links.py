"""make links, against a server of its own on this machine."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tools import links


class Answers(BaseHTTPRequestHandler):
    """Answers /200 with 200, /404 with 404 and so on."""

    def do_GET(self):
        self.send_response(int(self.path.strip("/")))
        self.end_headers()

    def log_message(self, *_):
        """Stay quiet."""


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch):
    """The server stands on this machine, whatever the way to others is."""
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture(scope="module")
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as made:
        Thread(target=made.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{made.server_port}"
        made.shutdown()


@pytest.mark.parametrize("code", [200, 403, 429])
def test_an_address_that_answers_passes(server, code):
    assert links.problem(f"{server}/{code}") == ""


@pytest.mark.parametrize("code", [404, 410, 500])
def test_an_address_that_is_gone_is_told(server, code):
    assert f"answers {code}" in links.problem(f"{server}/{code}")


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/", "http://[bad/"])
def test_an_address_that_does_not_answer_is_told(address):
    assert links.problem(address).startswith("does not answer")


def test_the_exit_code_says_whether_all_answered(server, monkeypatch, capsys):
    page = links.ROOT / "README.md"
    monkeypatch.setattr(links, "addresses", lambda: {f"{server}/200": page, f"{server}/404": page})
    assert links.main() == 1
    said = capsys.readouterr().out
    assert f"README.md: {server}/404 answers 404 Not Found\n1 passed, 1 failed\n" in said


def test_the_bibliography_and_the_pages_are_asked():
    asked = links.addresses()
    assert "https://arxiv.org/abs/1608.05859" in asked
    assert all(address.startswith("http") and "#" not in address for address in asked)
