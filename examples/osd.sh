#!/bin/sh
# A volume on the screen: osd.sh PERCENT shows it for a moment. With a daemon for it, once
#
#     scrimd --name osd --output wayland
#     scrim --name osd set main role=overlay anchor=bottom margin=80 size=320x64
#
# a key of the desktop is one line, for instance in sway's configuration:
#
#     bindsym XF86AudioRaiseVolume exec SCRIM_SOCKET=$XDG_RUNTIME_DIR/scrim/osd.sock osd.sh "$(pamixer -i 5 --get-volume)"
#
# Nothing takes the pointer, so clicks go through it; when it has faded, nothing is painted and nothing runs.
set -eu

percent=${1:-50}
level=$(awk -v p="$percent" 'BEGIN { print 272 * (p < 0 ? 0 : p > 100 ? 100 : p) / 100 }')

scrim put osd layer frame=0,0,320,64 backgroundColor=#000c cornerRadius=20 opacity=0
scrim put osd.track layer parent=osd frame=24,28,272,8 backgroundColor=#fff4 cornerRadius=4 masksToBounds=true
scrim put osd.level layer parent=osd.track bounds=0,0,272,8 anchorPoint=1,0 backgroundColor=white
scrim animate osd.level position="$level,0" duration=0.15 timing=easeOut id=osd.move >/dev/null
# From the beginning, however far the last one has come.
scrim remove osd.fade 2>/dev/null || true
scrim create osd.fade animation layer=osd property=opacity values='1|1|0' keyTimes=0,0.8,1 duration=1.8
