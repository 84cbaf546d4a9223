#!/bin/sh
# A wall of three screens, each a machine of its own (a network namespace): one scene, and a viewport on each screen.
#
#     examples/link/wall.sh [SECONDS [FOLDER]]     (ends with Ctrl-C, or behind SECONDS with a picture of each screen in FOLDER)
#
# Needs mosquitto, iproute2 and util-linux, and no rights: all of it is in a user namespace.
set -e
if [ -z "$SCRIM_WALL" ]; then
    exec env SCRIM_WALL=yes unshare --map-root-user --net --mount --pid --fork --kill-child "$0" "$@"
fi
PATH=$PATH:/usr/sbin:/sbin
folder=$(mktemp -d)
export XDG_CACHE_HOME="$folder" XDG_STATE_HOME="$folder" XDG_CONFIG_HOME="$folder"
mount -t tmpfs tmpfs /run

# The network: this machine is 10.77.0.1, screen N is 10.77.0.1N.
ip link set lo up
ip link add wall type bridge
ip addr add 10.77.0.1/24 dev wall
ip link set wall up
printf 'listener 1883 10.77.0.1\nallow_anonymous true\nuser root\n' >"$folder/broker"
mosquitto -c "$folder/broker" >"$folder/broker.log" 2>&1 &

scrimd --socket "$folder/primary" --output offscreen --size 960x240 &
sleep 0.5
scrim --socket "$folder/primary" link publish wall --broker mqtt://10.77.0.1 &
for screen in 0 1 2; do
    ip netns add "screen$screen"
    ip link add "to$screen" type veth peer name eth0 netns "screen$screen"
    ip link set "to$screen" master wall up
    ip -n "screen$screen" addr add "10.77.0.1$screen/24" dev eth0
    ip -n "screen$screen" link set eth0 up
    ip netns exec "screen$screen" scrimd --socket "$folder/screen$screen" --output "${OUTPUT:-offscreen}" --size 320x240 &
    sleep 0.5
    scrim --socket "$folder/screen$screen" set main viewport=$((screen * 320)),0,320,240
    ip netns exec "screen$screen" scrim --socket "$folder/screen$screen" link follow wall --name "screen$screen" --broker mqtt://10.77.0.1 &
done
scrim --socket "$folder/primary" run <<'SCENE'
set root backgroundColor=#101820
create words text position=480,80 fontSize=48 string="across all of them" foregroundColor=white
create ball layer bounds=0,0,60,60 position=0,170 cornerRadius=30 backgroundColor=tomato
animate ball position.x=960 duration=4 autoreverses=true repeat=1000
SCENE
sleep 2
scrim link status wall --broker mqtt://10.77.0.1
[ -n "$1" ] || wait
sleep "$1"
for screen in 0 1 2; do
    scrim --socket "$folder/screen$screen" snapshot path="${2:-$PWD}/screen$screen.png" overwrite=true
done
rm -r "$folder"
