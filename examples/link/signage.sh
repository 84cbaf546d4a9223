#!/bin/sh
# Signage: what is announced is the head office's, the clock in the corner is each shop's own. Needs mosquitto on 127.0.0.1, or BROKER.
#
#     examples/link/signage.sh [SECONDS [FOLDER]]     (ends with Ctrl-C, or behind SECONDS with a picture of each shop in FOLDER)
set -e
broker=${BROKER:-mqtt://127.0.0.1}
folder=$(mktemp -d)
export XDG_CACHE_HOME="$folder" XDG_STATE_HOME="$folder" XDG_CONFIG_HOME="$folder"
pids=
trap 'kill $pids; rm -rf "$folder"' EXIT
trap exit INT TERM

scrimd --socket "$folder/office" --output offscreen --size 640x360 &
pids="$pids $!"
sleep 0.5
scrim --socket "$folder/office" link publish signage --broker "$broker" &
pids="$pids $!"
scrim --socket "$folder/office" run <<'SCENE'
set root backgroundColor=#f4efe6
create band layer frame=0,240,640,120 backgroundColor=#b5382a
create offer text parent=band position=320,60 fontSize=34 foregroundColor=white string="Plums, two euros a kilo"
create title text position=320,120 fontSize=56 foregroundColor=#2b2b2b string="Today"
SCENE
for shop in lisbon tokyo; do
    [ $shop = lisbon ] && zone=Europe/Lisbon || zone=Asia/Tokyo
    TZ=$zone scrimd --socket "$folder/$shop" --output "${OUTPUT:-offscreen}" --size 640x360 &
    pids="$pids $!"
    sleep 0.5
    scrim --socket "$folder/$shop" link follow signage --name "$shop" --broker "$broker" &
    pids="$pids $!"
    # Ids that begin with local. stay on their machine.
    scrim --socket "$folder/$shop" run <<'SCENE'
create local.clock text position=560,36 fontSize=24 foregroundColor=#b5382a zPosition=10
bind local.clock string:=timeText('%a %H:%M',wall)
SCENE
done
sleep 2
scrim --socket "$folder/office" set offer string="Cherries, three euros a kilo"
[ -n "$1" ] || wait
sleep "$1"
for shop in lisbon tokyo; do
    scrim --socket "$folder/$shop" snapshot path="${2:-$PWD}/$shop.png" overwrite=true
done
