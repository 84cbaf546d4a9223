# Scrim from a POSIX shell: source this file beside the program `scrim`.
#
#     . clients/shell/scrim.sh
#
#     { scrim_line set a opacity=0; scrim_line set b string="it's $name"; } | scrim_transaction duration=300ms
#     scrim_each on_tap tap layer=button      # calls: on_tap tap '{"layer":"button",…}'
#     x=$(scrim_field x "$json")
#
# `scrim VERB WORD…` is the way to send one line. These are for scripts that send many, or answer events.

# scrim_line VERB WORD…: prints the words as one line of the protocol, quoted where they must be. A `key=value` stays one
# word whatever its value holds. Expressions stand as they are: `key:=EXPRESSION`, and what is between `when` and the last word
# of `on`. So words of others are values, and never parts of an expression.
scrim_line() (
    line= number=0 verb=${1-} condition=
    for word; do
        number=$((number + 1))
        if [ -n "$condition" ] && [ "$number" -lt $# ] || _scrim_computes "$word"; then
            word=$(printf '%s' "$word" | tr '\n' ' ')
        else
            case $word in
            when) [ "$verb" = on ] && [ "$number" -gt 3 ] && condition=yes ;;
            '' | *[!A-Za-z0-9_.,:=#%+/@-]*)
                key=
                case ${word%%=*} in
                "$word" | '' | [!A-Za-z]* | *[!A-Za-z0-9._-]*) ;;
                *) key=${word%%=*}= word=${word#*=} ;;
                esac
                word=$key\"$(_scrim_escape "$word")\"
                ;;
            esac
        fi
        line="$line${line:+ }$word"
    done
    printf '%s\n' "$line"
)

# Whether a word is `key:=EXPRESSION`.
_scrim_computes() {
    case ${1%%=*} in
    "$1" | [!A-Za-z]* | *[!A-Za-z0-9._:-]* | *:*:) return 1 ;;
    *:) ;;
    *) return 1 ;;
    esac
}

# What stands between double quotes: the mark at the end keeps line breaks that end the text.
_scrim_escape() {
    printf '%s' "$1" | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e "s/$(printf '\t')/\\\\t/g" | awk '
        NR > 1 { printf "\\n" }
        { printf "%s", $0 }
    '
    case $1 in *'
') printf '\\n' ;; esac
}

# scrim_transaction [duration=S] [timing=T] [at=TIME] …: the lines of standard input happen in one frame, or none does.
# Prints what `commit` answers; the status is that of `scrim run`.
scrim_transaction() {
    { scrim_line begin "$@" && cat && echo commit; } | scrim run -
}

# scrim_each COMMAND EVENT… [layer=ID]: subscribes, and calls COMMAND with each event's name and JSON, until COMMAND fails
# or the daemon goes. COMMAND's standard input is the shell's own.
scrim_each() {
    _scrim_command=$1
    shift
    { scrim watch "$@" | while read -r _scrim_name _scrim_json; do
        "$_scrim_command" "$_scrim_name" "$_scrim_json" <&3 || break
    done } 3<&0
}

# scrim_field NAME JSON: prints a member of a flat object: a text without its quotes, anything else as it stands. Fails when
# there is none. For more than that, use jq.
scrim_field() {
    printf '%s\n' "$2" | LC_ALL=C awk -v name="\"$1\":" '
        function number(hex,    i, n) {
            for (i = 1; i <= length(hex); i++) n = n * 16 + index("0123456789abcdef", tolower(substr(hex, i, 1))) - 1
            return n
        }
        function utf8(code) {
            if (code < 128) return sprintf("%c", code)
            if (code < 2048) return sprintf("%c%c", 192 + int(code / 64), 128 + code % 64)
            if (code < 65536)
                return sprintf("%c%c%c", 224 + int(code / 4096), 128 + int(code / 64) % 64, 128 + code % 64)
            return sprintf("%c%c%c%c", 240 + int(code / 262144), 128 + int(code / 4096) % 64, \
                128 + int(code / 64) % 64, 128 + code % 64)
        }
        # What begins here and ends before the comma or brace that is neither in a text nor in a list.
        {
            rest = $0
            while ((at = index(rest, name)) > 0) {
                before = substr(rest, at - 1, 1)
                rest = substr(rest, at + length(name))
                if (before == "{" || before == ",") { found = 1; break }
            }
            if (!found) exit 1
            depth = 0; text = 0
            for (i = 1; i <= length(rest); i++) {
                c = substr(rest, i, 1)
                if (text) { if (c == "\\") i++; else if (c == "\"") text = 0; continue }
                if (c == "\"") text = 1
                else if (c == "[" || c == "{") depth++
                else if ((c == "]" || c == "}" || c == ",") && depth == 0) break
                else if (c == "]" || c == "}") depth--
            }
            value = substr(rest, 1, i - 1)
            if (value ~ /^".*"$/) {
                value = substr(value, 2, length(value) - 2)
                plain = ""
                while ((at = index(value, "\\")) > 0) {
                    c = substr(value, at + 1, 1)
                    plain = plain substr(value, 1, at - 1)
                    value = substr(value, at + 2)
                    if (c != "u") {
                        plain = plain (c == "n" ? "\n" : c == "t" ? "\t" : c == "r" ? "\r" : c == "b" ? "\b" : c == "f" ? "\f" : c)
                        continue
                    }
                    code = number(substr(value, 1, 4))
                    value = substr(value, 5)
                    if (code >= 55296 && code < 56320 && substr(value, 1, 2) == "\\u") {
                        code = 65536 + (code - 55296) * 1024 + number(substr(value, 3, 4)) - 56320
                        value = substr(value, 7)
                    }
                    plain = plain utf8(code)
                }
                value = plain value
            }
            print value
            exit 0
        }
        END { if (!found) exit 1 }
    '
}
