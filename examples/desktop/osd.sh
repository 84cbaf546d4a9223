#!/bin/sh
# A volume on the screen: osd.sh PERCENT shows it for a moment; 0 is mute. Once, a daemon for it, by its service
#
#     systemctl --user enable --now scrimd@osd.socket         # or, without: scrimd --name osd --output wayland &
#
# and then a key of the desktop is one line, for instance in sway's configuration:
#
#     bindsym XF86AudioRaiseVolume exec osd.sh "$(pamixer -i 5 --get-volume)"
#
# Nothing takes the pointer, so clicks go through it; when it has faded, nothing is painted and nothing runs.
set -eu
export SCRIM_SOCKET="${SCRIM_SOCKET:-$XDG_RUNTIME_DIR/scrim/osd.sock}"

percent=${1:-50}
[ "$percent" -le 100 ] || percent=100
near=0 far=0 mute=1
[ "$percent" -eq 0 ] || near=1 mute=0
[ "$percent" -le 50 ] || far=1

# One transaction, in which everything is `put`: the first key makes it, the next ones change it. The shadow needs some room.
scrim run - >/dev/null <<END
begin
set main role=overlay anchor=bottom margin=60 size=380x104
put osd layer frame=20,16,340,56 opacity=0 backgroundColor=#16181de0 cornerRadius=28 borderWidth=1 borderColor=#fff2 \
shadowOpacity=0.5 shadowRadius=8 shadowOffset=0,4 shadowPath=rrect(0,0,340,56,28)
put osd.speaker shape parent=osd position=22,16 fillColor=white path="M 0 8 H 5 L 12 2 V 22 L 5 16 H 0 Z"
put osd.near shape parent=osd position=34,28 fillColor=none strokeColor=white lineWidth=2 lineCap=round \
path="arc(0,0,5,-0.9,0.9,cw)" opacity=$near
put osd.far shape parent=osd position=34,28 fillColor=none strokeColor=white lineWidth=2 lineCap=round \
path="arc(0,0,10,-0.9,0.9,cw)" opacity=$far
put osd.mute shape parent=osd position=38,23 strokeColor=#ff6b60 lineWidth=2 lineCap=round path="M 0 0 L 10 10 M 10 0 L 0 10" \
opacity=$mute
put osd.track layer parent=osd frame=66,25,200,6 backgroundColor=#fff3 cornerRadius=3 masksToBounds=true
put osd.level layer parent=osd.track bounds=0,0,200,6 anchorPoint=1,0 backgroundColor=white cornerRadius=3
put osd.number text parent=osd frame=270,16,48,24 fontSize=17 alignmentMode=right verticalAlignment=center string=$percent
animate osd.level position=$((percent * 2)),0 duration=0.15 timing=easeOut
# It has no beginTime of its own: so it begins again, however far it has come.
put osd.fade animation layer=osd property=opacity values=1|1|0 keyTimes=0,0.8,1 duration=1.8 beginTime=
commit
END
