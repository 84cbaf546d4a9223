#!/bin/sh
# A wallpaper that lives: stars twinkle and fall, fireflies rise. In sway's configuration, in place of `output * bg …`, which would
# lie above it,
#
#     exec wallpaper.sh
#
# with a daemon of its own, by its service, once (or, without: scrimd --name wallpaper --output wayland &):
#
#     systemctl --user enable --now scrimd@wallpaper.socket
#
# Beneath a full screen the compositor asks for no frames, so none are painted; time goes on, and the picture with it when it is
# seen again. This script only fits it to the monitor, whenever that changes; with `monitor=all` below, to all of them together.
set -eu
export SCRIM_SOCKET="${SCRIM_SOCKET:-$XDG_RUNTIME_DIR/scrim/wallpaper.sock}"
. "$(dirname "$0")/../../clients/shell/scrim.sh"

# Made for 1920x1080; the daemon shows nothing else.
scrim run - >/dev/null <<END
begin
clear
set main role=overlay layer=background anchor=top,bottom,left,right exclusiveZone=-1 backgroundColor=#0b1030
create night layer bounds=0,0,1920,1080 masksToBounds=true
create sky gradient parent=night frame=0,0,1920,1080 colors=#0b1030,#1d2560,#553a7c,#c7667a,#f6b26b locations=0,0.3,0.55,0.75,0.9

create star emitterCell size=3x3 shape=circle color=#fff alphaRange=1.4 scale=0.6 scaleRange=0.9 birthRate=14 lifetime=5 \
    lifetimeRange=4
create stars emitter parent=night emitterCells=star emitterShape=rectangle emitterPosition=960,260 emitterSize=1920,520 \
    beginTime=-10

create meteor gradient parent=night bounds=0,0,220,2 position=400,-60 colors=#fff0,#fff startPoint=0,0 endPoint=1,0 \
    transform=rotate(25deg) cornerRadius=1
create meteor.fall animation layer=meteor property=position values=400,-60|1740,565|1740,565 keyTimes=0,0.09,1 duration=13 \
    repeatCount=inf
create meteor.fade animation layer=meteor property=opacity values=0|1|0|0 keyTimes=0,0.045,0.09,1 duration=13 repeatCount=inf

create moon shape parent=night bounds=0,0,130,130 position=1440,240 path=circle(65,65,65) fillColor=#fdf3d8 \
    shadowColor=#fdf3d8 shadowOpacity=0.9 shadowRadius=45 shadowOffset=0,0

create far shape parent=night position=0,0 fillColor=#6b4a78 \
    path="M 0 760 C 180 690 260 610 380 640 S 620 760 760 700 S 980 560 1130 610 S 1380 740 1520 680 S 1760 590 1920 660 V 1080 H 0 Z"
create middle shape parent=night position=0,0 fillColor=#3f2f5c \
    path="M 0 860 C 150 800 300 730 460 770 S 760 880 900 830 S 1180 690 1340 740 S 1680 850 1920 770 V 1080 H 0 Z"
create near shape parent=night position=0,0 fillColor=#211d42 \
    path="M 0 930 C 240 850 420 880 620 910 S 980 990 1180 930 S 1620 820 1920 900 V 1080 H 0 Z"
create ground shape parent=night position=0,0 fillColor=#0f1028 \
    path="M 0 1010 C 320 950 560 1000 860 1020 S 1500 950 1920 1000 V 1080 H 0 Z"

create firefly emitterCell size=5x5 shape=circle color=#ffd97a alphaRange=0.4 alphaSpeed=-0.11 birthRate=4 lifetime=9 velocity=24 \
    velocityRange=30 emissionLongitude=-90deg emissionRange=120deg acceleration=0,-2 scaleRange=0.9
create fireflies emitter parent=night emitterCells=firefly emitterShape=rectangle emitterPosition=960,1000 emitterSize=1920,120 \
    beginTime=-10
commit
END

# The monitor's size is told at once, and whenever it changes. The smallest scale that leaves nothing free.
fit() {
    scrim_field size "$2" | tr -d '[]' | awk -F , '{
        scale = $1 / 1920
        if (scale < $2 / 1080) scale = $2 / 1080
        printf "set night position=%g,%g transform=scale(%g)\n", $1 / 2, $2 / 2, scale
    }' | scrim run -
}
scrim_each fit output
