#!/usr/bin/env bash
# Installs the browser that the tests of the page use, where it is missing. Fails if there is none in the end.
set -euo pipefail

browser="${R2MED_CHROMIUM:-/usr/bin/chromium}"
if [ ! -x "$browser" ]; then
  apt-get update -qq
  apt-get install -y --no-install-recommends chromium
fi
"$browser" --version
# A browser that lacks a library says its version and does not start.
"$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --dump-dom about:blank > /dev/null 2>&1
