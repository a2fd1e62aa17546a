#!/usr/bin/env bash
# Checks that pdfTeX compiles what `r2med export latex` writes, with published rows and hostile names too. Needs pdflatex with booktabs
# (Debian: texlive-latex-base, texlive-latex-recommended); where it is not there it says so and passes.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! command -v pdflatex >/dev/null; then
  echo 'skipped: no pdflatex here'
  exit 0
fi
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
node --import tsx test/parity/latex.ts "$folder"
for table in "$folder"/*.tex; do
  cat >"$folder/paper.tex" <<TEX
\\documentclass{article}
\\usepackage{booktabs}
\\begin{document}
\\input{$(basename "$table" .tex)}
\\end{document}
TEX
  (cd "$folder" && pdflatex -halt-on-error -interaction=nonstopmode paper.tex >log.txt 2>&1) || { cat "$folder/log.txt"; exit 1; }
  rm "$folder/paper.tex"
  echo "pdflatex compiled $(basename "$table")"
done
