# Completion of r2med for fish: r2med completion fish > ~/.config/fish/completions/r2med.fish
function __r2med_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l found (r2med completion fish -- $words[2..-1] "$current" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c r2med -f -a '(__r2med_complete)'
