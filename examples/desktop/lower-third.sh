#!/bin/sh
# A lower third over whatever the screen shows: lower-third.sh NAME ROLE [SECONDS] comes in, holds, and leaves. Over a film,
#
#     mpv --fullscreen film.mkv &
#     lower-third.sh "Ada Lovelace" "Mathematician, London"
#
# with a daemon for it, by its service, once (or, without: scrimd --name titles --output wayland &):
#
#     systemctl --user enable --now scrimd@titles.socket
#
# The daemon knows all of it from the start, so this ends at once, and nobody is needed for it to leave. It takes no clicks: they
# go to the player.
set -eu
export SCRIM_SOCKET="${SCRIM_SOCKET:-$XDG_RUNTIME_DIR/scrim/titles.sock}"
. "$(dirname "$0")/../../clients/shell/scrim.sh"

# Stacks give the plates the widths of their texts. What leaves ends beyond `titles`, which clips: so nothing is painted then.
{
    cat <<END
clear
set main role=overlay anchor=bottom,left margin=0,0,64,64 size=820x150
create titles layer frame=0,0,820,150 masksToBounds=true
create third stack parent=titles frame=0,0,820,150 axis=vertical alignment=leading
create rest layer parent=third layout.grow=1
create row stack parent=third
create stripe layer parent=row bounds=0,0,10,0 zPosition=1 backgroundColor=#14213d
create plates stack parent=row axis=vertical alignment=leading
create plate stack parent=plates margins=10,28,12,26 backgroundColor=white
create name text parent=plate font="sans bold" fontSize=38 foregroundColor=#14213d
create line stack parent=plates margins=8,28,10,26 backgroundColor=#fca311
create role text parent=line fontSize=23 foregroundColor=#14213d
create in.stripe animation layer=stripe property=transform.scale.y from=0 duration=0.3 timing=easeOut
create in.plate animation layer=plate property=transform.translation.x from=-820 delay=0.1 duration=0.8 fillMode=backwards \
    timing=cubic-bezier(.16,1,.3,1)
create in.line animation layer=line property=transform.translation.x from=-820 delay=0.25 duration=0.8 fillMode=backwards \
    timing=cubic-bezier(.16,1,.3,1)
animate third position.x=-410 delay=${3:-5} duration=0.5 timing=easeIn
END
    scrim_line set name string="$1"
    scrim_line set role string="$2"
} | scrim_transaction >/dev/null
