#!/usr/bin/env bash
# The guess: what Firefox marks as hidden or as a download in its history, extensions are not given, or are told apart.
#
# Seen in Firefox ESR 153.8 (Debian 12): `history.search` gives the address of a file that was only downloaded, with one
# visit of the transition "link", as if it had been read. It gives both pages of a redirect, though `moz_places.hidden`
# is 1 for the first, and calls both "link" too. The file `places.sqlite` tells all of them apart (visit_type 7, 6, 1).
# Chromium's search gives neither the download nor the first page.
#
# Needs Debian's firefox-esr and Python 3. Fails if any of this changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
firefox-esr --version
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet marionette_driver==3.4.0
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import json, os, socket, sqlite3, subprocess, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from marionette_driver.addons import Addons
from marionette_driver.marionette import Marionette

told = []


class Pages(BaseHTTPRequestHandler):
    def do_GET(self):
        body = b"<title>a page</title><a href=/file download>File</a>"
        self.send_response(302 if self.path == "/first" else 200)
        if self.path == "/first":
            self.send_header("Location", "/second")
        if self.path == "/file":
            self.send_header("Content-Disposition", "attachment; filename=file.bin")
        self.send_header("Content-Type", "application/octet-stream" if self.path == "/file" else "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
Thread(target=server.serve_forever, daemon=True).start()
base, folder = f"http://127.0.0.1:{server.server_port}", Path(sys.argv[1])
extension, profile = folder / "extension", folder / "profile"
extension.mkdir()
profile.mkdir()
(extension / "manifest.json").write_text(json.dumps(
    {"manifest_version": 2, "name": "History", "version": "1", "permissions": ["history", "http://127.0.0.1/*"],
     "background": {"scripts": ["background.js"]}, "browser_specific_settings": {"gecko": {"id": "history@example"}}}))
(extension / "background.js").write_text("""
setInterval(async () => {
  const seen = {};
  for (const { url } of await browser.history.search({ text: "", startTime: 0 }))
    seen[url.replace("BASE", "")] = (await browser.history.getVisits({ url })).map(({ transition }) => transition);
  await fetch("BASE/told", { method: "POST", body: JSON.stringify(seen) });
}, 500);
""".replace("BASE", base))
with socket.create_server(("127.0.0.1", 0)) as free:
    port = free.getsockname()[1]
(profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
firefox = subprocess.Popen(
    ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
    env={**os.environ, "HOME": str(folder)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
)
client = Marionette(host="127.0.0.1", port=port)
try:
    client.raise_for_port(timeout=60)
    client.start_session()
    client.navigate(f"{base}/first")
    client.execute_script("document.querySelector('a').click()")
    Addons(client).install(str(extension), temp=True)
    deadline = time.monotonic() + 60
    while not (told and {"/first", "/second", "/file"} <= told[-1].keys()):
        assert time.monotonic() < deadline, f"not all are given: {told[-1:]}"
        time.sleep(0.2)
finally:
    firefox.terminate()
    firefox.wait(60)
    client.cleanup()
query = "SELECT url, visit_type, hidden FROM moz_places JOIN moz_historyvisits ON place_id = moz_places.id"
kept = {url.removeprefix(base): (kind, hidden) for url, kind, hidden in sqlite3.connect(profile / "places.sqlite").execute(query)}
for page in ("/first", "/second", "/file"):
    print(f"{page:8} file: visit_type {kept[page][0]}, hidden {kept[page][1]}   extension: {told[-1][page]}")
assert [told[-1][page] for page in ("/first", "/second", "/file")] == [["link"]] * 3, "extensions are told more now"
assert [kept[page][0] for page in ("/first", "/second", "/file")] == [1, 6, 7], "the file has other kinds of visits"
assert kept["/first"][1] == 1, "the first page of a redirect is not hidden any more"
PYTHON
