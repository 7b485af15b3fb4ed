#!/bin/sh
# Writes the bash completion of all programs, made of what their --help=all says: usage: completion.sh BUILD_DIR
set -eu
cat <<'END'
# Options and values of jsmf's programs for bash; made of their tables of options, not to be edited.

# Sets options and, of the option $1, values: what it may be, with / where it may be a file, - where it is anything.
_jsmf_table() {
    case $2 in
END
for program in "$1"/jsmf-*; do
    case $program in *.*) continue ;; esac
    "$program" --help=all | awk -v name="${program##*/}" '
        # An argument in small letters is itself a value; these in capitals are numbers and the like, others are files.
        BEGIN { n = split("N X K L M P D C DAYS SIZE TEXT ID REGEX LIST COLUMN", words)
            for (i = 1; i <= n; i++) plain[words[i]] = 1 }
        function values_of(argument,   parts, i, n, found) {
            if (argument ~ /[^A-Za-z0-9|-]/) return "-"
            n = split(argument, parts, "|")
            for (i = 1; i <= n; i++)
                if (parts[i] !~ /[A-Z]/) found = found " " parts[i]
                else if (!(parts[i] in plain)) found = found " /"
            return found == "" ? "-" : substr(found, 2)
        }
        /ptions:$/ { on = 1; next }
        /^[^ ]/ || /^$/ { on = on && /^$/ }
        on && /^  (-., |    )--/ {
            short = $1 ~ /^-.,$/ ? substr($1, 1, 2) : ""
            long = short == "" ? $1 : $2
            argument = short == "" ? $2 : $3
            at = index($0, long) + length(long)
            if (substr($0, at, 2) !~ /^ [^ ]/) argument = ""
            sub(/\[.*/, "", long)
            options = options " " long
            if (argument != "")
                cases = cases sprintf("        %s%s) values='\''%s'\'' ;;\n", short == "" ? "" : short " | ", long,
                    values_of(argument))
        }
        END { printf "    %s)\n        options='\''%s --help=all'\''\n        case $1 in\n%s        esac\n        ;;\n",
            name, substr(options, 2), cases }'
done
cat <<'END'
    esac
}

_jsmf() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options='' values=''
    # "--name=value" is three words to readline.
    if [ "$word" = = ]; then
        word=''
    elif [ "$before" = = ] && [ "$COMP_CWORD" -gt 2 ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    _jsmf_table "$before" "${1##*/}"
    COMPREPLY=()
    case $values in
    '')
        if [ "${word#-}" != "$word" ]; then
            mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
        else
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
        fi
        ;;
    -) ;;
    *)
        mapfile -t COMPREPLY < <(compgen -W "${values//\//}" -- "$word")
        [ "${values%/}" = "$values" ] || mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
        ;;
    esac
}
END
printf 'complete -o filenames -F _jsmf'
for program in "$1"/jsmf-*; do
    case $program in *.*) ;; *) printf ' %s' "${program##*/}" ;; esac
done
echo
