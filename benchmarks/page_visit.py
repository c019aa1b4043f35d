"""Open pages as a new reader on a slow network and processor would, and note what it takes."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser

NETWORK = {  # a slow mobile connection: milliseconds, and bytes a second
    **{"offline": False, "latency": 150},
    **{"downloadThroughput": 200_000, "uploadThroughput": 90_000},
}
SLOWER = 4  # times, the processor
LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd > 0"
SEEN = """() => {
  const [page] = performance.getEntriesByType('navigation')
  const paint = performance.getEntriesByName('first-contentful-paint')[0]
  return [paint.startTime, page.domContentLoadedEventEnd, window.shifted]
}"""
WATCH = """window.shifted = 0
new PerformanceObserver(list => { for (const e of list.getEntries()) window.shifted += e.value })
  .observe({type: 'layout-shift', buffered: true})"""


@dataclass
class Visit:
    """What opening a page took."""

    wire_bytes: int
    requests: int
    first_paint_ms: float
    content_loaded_ms: float
    layout_shift: float


class Compressed(SimpleHTTPRequestHandler):
    """Serves a folder as a host would: text compressed, everything kept by the browser."""

    def do_GET(self) -> None:
        """Answer with the file, text compressed."""
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        body = path.read_bytes()
        self.send_response(200)
        if path.suffix in {".html", ".css", ".js", ".svg", ".json"}:
            body = gzip.compress(body)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Cache-Control", "max-age=600")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder for a while; yields its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Compressed, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def visit(browser: Browser, address: str, *names: str) -> list[Visit]:
    """Open pages one after the other as a new reader; figures are not counted."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}
    session.on("Network.responseReceived", lambda e: kinds.update({e["requestId"]: e["type"]}))
    session.on(
        "Network.loadingFinished",
        lambda e: sizes.update({e["requestId"]: int(e["encodedDataLength"])}),
    )
    visits = []
    for name in names:
        kinds.clear()
        sizes.clear()
        page.goto(f"{address}/chapters/{name}", wait_until="networkidle")
        page.wait_for_function(LOADED)
        wire = {key: size for key, size in sizes.items() if size and kinds.get(key) != "Image"}
        visits.append(Visit(sum(wire.values()), len(wire), *page.evaluate(SEEN)))
    context.close()
    return visits
