#!/bin/sh
# A panel for Home Assistant: what it publishes by MQTT (its integration "MQTT Statestream") are fields of `home`. Needs mosquitto on
# 127.0.0.1, or BROKER, and mosquitto_pub to play the house where there is none.
#
#     examples/link/home.sh [SECONDS [FOLDER]]     (ends with Ctrl-C, or behind SECONDS with a picture in FOLDER)
set -e
broker=${BROKER:-mqtt://127.0.0.1}
folder=$(mktemp -d)
export XDG_CONFIG_HOME="$folder"
pids=
trap 'kill $pids; rm -rf "$folder"' EXIT
trap exit INT TERM

scrimd --socket "$folder/panel" --output "${OUTPUT:-offscreen}" --size 480x200 &
pids="$pids $!"
sleep 0.5
scrim --socket "$folder/panel" link data home --topic 'homeassistant/sensor/+/state' --topic 'homeassistant/light/+/state' --broker "$broker" &
pids="$pids $!"
scrim --socket "$folder/panel" run <<'SCENE'
create home data homeassistant_sensor_kitchen_state=0 homeassistant_light_hall_state=off
set root backgroundColor=#15202b
create kitchen text position=140,100 fontSize=44 foregroundColor=white
bind kitchen string:=format('{:.1} °C',home.homeassistant_sensor_kitchen_state)
create label text position=140,50 fontSize=18 foregroundColor=#8899a6 string="Kitchen"
create bar layer anchorPoint=0,0.5 position=60,150 bounds=0,0,160,8 cornerRadius=4 backgroundColor=tomato
bind bar bounds.size.width:=clamp(number(home.homeassistant_sensor_kitchen_state)*5,0,160)
create hall layer bounds=0,0,90,90 position=360,90 cornerRadius=45
bind hall backgroundColor:=home.homeassistant_light_hall_state=='on'?#ffd166:#33404d
create name text position=360,160 fontSize=18 foregroundColor=#8899a6 string="Hall"
SCENE
say() { mosquitto_pub -L "$broker/homeassistant/$1/state" -m "$2"; }
if [ -z "$BROKER" ]; then
    say sensor/kitchen 21.5
    say light/hall on
fi
[ -n "$1" ] || wait
sleep "$1"
scrim --socket "$folder/panel" snapshot path="${2:-$PWD}/home.png" overwrite=true
