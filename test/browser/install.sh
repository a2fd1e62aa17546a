#!/usr/bin/env bash
# Installs the browser that the tests of the page use, where it is missing. Fails if there is none in the end.
set -euo pipefail

browser="${R2MED_CHROMIUM:-/usr/bin/chromium}"
if [ ! -x "$browser" ]; then
  apt-get update -qq
  apt-get install -y --no-install-recommends chromium
fi
"$browser" --version
