#!/bin/sh
# parallel.sh SCENE OUT PARTS RENDER-OPTION…: a film in parts by GNU parallel, here or on the hosts of $HOSTS (as --sshlogin takes them).
# A part that failed is tried twice more; a second run goes on where the first one was interrupted.
set -eu
scene=$1 out=$2 parts=$3
shift 3
folder=$out.parts
mkdir -p "$folder"
# shellcheck disable=SC2086
parallel ${HOSTS:+--sshlogin $HOSTS} --retries 3 --resume-failed --joblog "$folder/log" \
    scrim render "$scene" "$@" --slice "{}/$parts" -o "$folder/{}.y4m" ::: $(seq "$parts")
# shellcheck disable=SC2046
scrim join $(seq -f "$folder/%g.y4m" "$parts") -o "$out"
rm -r "$folder"
