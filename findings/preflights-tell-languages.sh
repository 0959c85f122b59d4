#!/usr/bin/env bash
# The guess: a page that fetches with `Accept-Language: *` tells a server none of the reader's languages.
#
# Seen in Chromium 156.0.8078.108 (Debian 12): the request has the `*`, and the browser's own question before it (the CORS
# preflight, OPTIONS) has the reader's list, "de-DE,de;q=0.9,fr;q=0.8". A page can't set headers of that question. So
# hiding languages takes a request that needs no preflight, or an extension with permission for the host.
#
# Needs Debian's chromium and Python 3. Fails if either part changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chromium --version
python3 - "$folder" <<'PYTHON'
import subprocess, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

seen = {}
PAGE = b"""<script>
fetch("http://127.0.0.1:PORT/asked", {headers: {"Accept-Language": "*", Authorization: "Bearer t"}})
  .then(() => { document.title = "done"; });
</script>"""


class Other(BaseHTTPRequestHandler):
    def answer(self):
        seen[self.command] = self.headers.get("Accept-Language")
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Headers", "authorization")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_OPTIONS = do_GET = answer

    def log_message(self, *_):
        pass


class Page(Other):
    def do_GET(self):
        body = PAGE.replace(b"PORT", str(other.server_port).encode()) if self.path == "/" else b""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


other, page = ThreadingHTTPServer(("127.0.0.1", 0), Other), ThreadingHTTPServer(("127.0.0.1", 0), Page)
for server in (other, page):
    Thread(target=server.serve_forever, daemon=True).start()
subprocess.run(
    ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
     "--disable-component-update", "--disable-sync", f"--user-data-dir={sys.argv[1]}", "--accept-lang=de-DE,fr",
     "--timeout=5000", "--dump-dom", f"http://127.0.0.1:{page.server_port}/"],
    check=True, capture_output=True, timeout=60,
)
print("preflight (OPTIONS):", seen.get("OPTIONS"))
print("request (GET):      ", seen.get("GET"))
assert seen["GET"] == "*", "the request no longer has what the page set"
assert seen["OPTIONS"].startswith("de-DE"), "the preflight no longer tells the reader's languages"
PYTHON
