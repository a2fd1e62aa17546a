#compdef r2med
# Completion of r2med for zsh. In ~/.zshrc, after compinit: source <(r2med completion zsh)
_r2med() {
  local -a found
  found=("${(@f)$(r2med completion zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "${found[*]}" ]]; then _describe 'r2med' found; else _files; fi
}
if [[ "${funcstack[1]}" == _r2med ]]; then _r2med "$@"; else compdef _r2med r2med; fi
