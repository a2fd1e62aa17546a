#!/usr/bin/env bash
# Writes letters.json with R and its package multcompView, of Debian (30 MB); installs them where they are missing.
set -euo pipefail
cd "$(dirname "$0")"
if ! Rscript -e 'library(multcompView)' >/dev/null 2>&1; then
  apt-get update -qq
  apt-get install -y -o DPkg::Lock::Timeout=300 --no-install-recommends r-base-core r-cran-multcompview >/dev/null
fi
Rscript make.R
