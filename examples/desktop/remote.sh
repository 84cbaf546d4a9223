#!/bin/sh
# Buttons for the music, above all windows: remote.sh [COMMAND] runs COMMAND, by default playerctl, with the button's name behind it.
# In sway's configuration
#
#     exec remote.sh
#
# with a daemon for it, by its service, once (or, without: scrimd --name remote --output wayland &):
#
#     systemctl --user enable --now scrimd@remote.socket
#
# Only the round buttons take the pointer. Elsewhere, on the panel too, clicks go to the window behind. How a button looks when it is
# pointed at and pressed is the daemon's business, by reactions: this script hears of taps alone.
set -eu
export SCRIM_SOCKET="${SCRIM_SOCKET:-$XDG_RUNTIME_DIR/scrim/remote.sock}"
. "$(dirname "$0")/../../clients/shell/scrim.sh"

# button NAME DIAMETER PATH: a round button whose sign has its middle at 0,0.
button() {
    cat <<END
create $1 layer parent=panel bounds=0,0,$2,$2 cornerRadius=$(($2 / 2)) backgroundColor=#fff1 isInteractive=true
create $1.sign shape parent=$1 position=$(($2 / 2)),$(($2 / 2)) fillColor=white strokeColor=white lineWidth=2 lineJoin=round path="$3"
on $1 enter "animate $1 backgroundColor=#fff3 duration=0.15"
on $1 leave "animate $1 backgroundColor=#fff1 duration=0.3"
on $1 down "animate $1 transform=scale(.86) backgroundColor=#0a84ff duration=0.08"
on $1 up "animate $1 transform=none spring=1,500,14; animate $1 backgroundColor=#fff3 duration=0.4"
END
}

{
    cat <<END
clear
set main role=overlay anchor=bottom,right margin=0,12,12,0 size=296x124 cursor=pointer
create panel stack frame=20,16,256,88 margins=12,20 distribution=equalSpacing alignment=center backgroundColor=#16181dd0 \
    cornerRadius=44 borderWidth=1 borderColor=#fff2 shadowOpacity=0.5 shadowRadius=8 shadowOffset=0,4 \
    shadowPath=rrect(0,0,256,88,44)
END
    button previous 52 "M 9 -8 L -3 0 L 9 8 Z M -8 -8 V 8"
    button play-pause 64 "M -14 -11 L 2 0 L -14 11 Z M 7 -10 V 10 M 13 -10 V 10"
    button next 52 "M -9 -8 L 3 0 L -9 8 Z M 8 -8 V 8"
} | scrim_transaction >/dev/null

command=${1:-playerctl}
press() { $command "$(scrim_field layer "$2")" || true; }
scrim_each press tap
