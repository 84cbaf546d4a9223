import Glibc

/// `completion SHELL` prints the shell's completion script; the script calls `scrim __complete WORD…` at each Tab.
enum CompletionCommand {
    static let hidden = "__complete"

    static func perform(_ words: [String]) throws(Failure) {
        guard words.count == 1, let script = scripts[words[0]] else {
            throw .usage("completion takes one of bash, zsh and fish")
        }
        try Console.write(script.utf8)
    }

    /// Prints one candidate per line, with its help after a tab; `:files` requests file names. Prints no errors.
    static func complete(_ all: [String], _ target: Target) throws(Failure) {
        let words = all.first == "--" ? Array(all.dropFirst()) : all
        var target = target
        for (option, value) in zip(words, words.dropFirst()) {
            if option == "--socket" { target.socket = value }
            if option == "--name" { target.name = value }
        }
        guard let catalog = try? Catalog(target) else { return }
        var completer = Completer(catalog)
        guard let candidates = try completer.shellCandidates(words.isEmpty ? [""] : words) else {
            return try Console.printLine(":files")
        }
        try Console.write(
            candidates.map { $0.help.isEmpty ? $0.text + "\n" : "\($0.text)\t\($0.help)\n" }.joined().utf8)
    }

    private static let scripts = ["bash": bash, "zsh": zsh, "fish": fish]

    private static let bash = #"""
        # Completion of scrim for bash:  source <(scrim completion bash)
        _scrim() {
            local line=${COMP_LINE:0:COMP_POINT} words current prefix candidate
            read -ra words <<<"$line"
            [[ $line == *[[:space:]] ]] && words+=("")
            current=${words[-1]}
            # Bash breaks words at = and : itself, and wants only what is behind the last of them.
            prefix=${current%"${current##*[=:]}"}
            COMPREPLY=()
            while IFS=$'\t' read -r candidate _; do
                if [[ $candidate == :files ]]; then
                    compopt -o default
                    COMPREPLY=()
                    return
                fi
                [[ $candidate == *[=\(.] ]] && compopt -o nospace
                COMPREPLY+=("${candidate#"$prefix"}")
            done < <("${words[0]}" __complete -- "${words[@]:1}" 2>/dev/null)
        }
        complete -F _scrim scrim

        """#

    private static let zsh = #"""
        #compdef scrim
        # Completion of scrim for zsh:  scrim completion zsh >"${fpath[1]}/_scrim"
        _scrim() {
            local -a done open shown_done shown_open
            local line text help
            while IFS= read -r line; do
                if [[ $line == :files ]]; then
                    _files
                    return
                fi
                text=${line%%$'\t'*} help=
                [[ $line == *$'\t'* ]] && help=" -- ${line#*$'\t'}"
                if [[ $text == *[=\(.] ]]; then
                    open+=("$text") shown_open+=("$text$help")
                else
                    done+=("$text") shown_done+=("$text$help")
                fi
            done < <("${words[1]}" __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
            (( $#done )) && compadd -l -d shown_done -a done
            (( $#open )) && compadd -l -S '' -d shown_open -a open
        }
        if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
            _scrim "$@"
        else
            compdef _scrim scrim
        fi

        """#

    private static let fish = #"""
        # Completion of scrim for fish:  scrim completion fish >~/.config/fish/completions/scrim.fish
        function __scrim_complete
            set -l words (commandline -opc) (commandline -ct)
            set -l found ($words[1] __complete -- $words[2..-1] 2>/dev/null)
            if test "$found" = :files
                __fish_complete_path (commandline -ct)
            else
                printf '%s\n' $found
            end
        end
        complete -c scrim -f -a '(__scrim_complete)'

        """#
}
