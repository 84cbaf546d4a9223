#!/bin/sh
# A controller: lines that a message has are run in a lobby's daemon, with no more access than to one layer. Needs mosquitto and mosquitto_pub
# on 127.0.0.1, or BROKER.
#
#     examples/link/control.sh [SECONDS [FOLDER]]     (ends with Ctrl-C, or behind SECONDS with a picture in FOLDER)
set -e
broker=${BROKER:-mqtt://127.0.0.1}
folder=$(mktemp -d)
export XDG_CONFIG_HOME="$folder"
pids=
trap 'kill $pids; rm -rf "$folder"' EXIT
trap exit INT TERM

scrimd --socket "$folder/lobby" --output "${OUTPUT:-offscreen}" --size 480x200 &
pids="$pids $!"
sleep 0.5
scrim --socket "$folder/lobby" run <<'SCENE'
set root backgroundColor=#20303c
create sign layer frame=40,40,400,120 cornerRadius=16 backgroundColor=#3d5a6c
create sign.words text parent=sign position=200,60 fontSize=40 foregroundColor=white string="Welcome"
SCENE
scrim --socket "$folder/lobby" link control lobby --as sign --broker "$broker" &
pids="$pids $!"
sleep 1
# The last line is refused: the root is not the sign's.
mosquitto_pub -L "$broker/scrim/lobby/control" -s <<'LINES'
set sign.words string="Room 2, please"
animate sign backgroundColor=seagreen duration=0.5
set root backgroundColor=red
LINES
[ -n "$1" ] || wait
sleep "$1"
scrim --socket "$folder/lobby" snapshot path="${2:-$PWD}/control.png" overwrite=true
