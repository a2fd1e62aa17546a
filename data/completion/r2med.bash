# Completion of r2med for bash. In ~/.bashrc: source <(r2med completion bash)
_r2med() {
  local IFS=$'\n'
  COMPREPLY=($(r2med completion bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
# Without a name of ours, bash completes files.
complete -o bashdefault -o default -F _r2med r2med
