#!/bin/sh
# A wall of three screens on this machine: one scene, and a viewport on each. Needs mosquitto on 127.0.0.1.
set -e
folder=$(mktemp -d)
scrimd --socket "$folder/primary" --output offscreen --size 960x240 &
scrim --socket "$folder/primary" link publish wall &
for screen in 0 1 2; do
    scrimd --socket "$folder/screen$screen" --output "${OUTPUT:-offscreen}" --size 320x240 &
    sleep 0.5
    scrim --socket "$folder/screen$screen" set main viewport=$((screen * 320)),0,320,240
    scrim --socket "$folder/screen$screen" link follow wall --name "screen$screen" &
done
scrim --socket "$folder/primary" run <<'SCENE'
set root backgroundColor=#101820
create words text position=480,80 fontSize=48 string="across all of them"
create ball layer bounds=0,0,60,60 position=0,170 cornerRadius=30 backgroundColor=tomato
animate ball position.x=960 duration=4 autoreverses=true repeat=1000
SCENE
echo "scrim link status wall --watch shows them; Ctrl-C ends them"
trap 'kill 0' INT TERM
wait
