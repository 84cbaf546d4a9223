# service.sh UNITS PROGRAMS: what the units promise, with a service manager for users that runs (user-manager.sh).
set -eux
units=$1 programs=$2
installed=$HOME/.local/share/systemd/user

mkdir -p "$HOME/.local/bin" "$installed" "$installed/scrimd.service.d"
for program in scrimd scrim; do ln -s "$programs/$program" "$HOME/.local/bin/$program"; done
cp "$units"/* "$installed"
# A watchdog that a test can wait for.
printf '[Service]\nWatchdogSec=2\nTimeoutAbortSec=1\n' >"$installed/scrimd.service.d/test.conf"
PATH=$HOME/.local/bin:$PATH

show() { systemctl --user show --value -p "$1" "${2:-scrimd.service}"; }
# Until the command succeeds, for ten seconds.
await() {
    for _ in $(seq 100); do
        if "$@"; then return; fi
        sleep 0.1
    done
    echo "never: $*" >&2
    return 1
}
restarted() { [ "$(show NRestarts)" = "$1" ] && [ "$(show ActiveState)" = active ]; }
# The service manager's folder for state differs from version to version.
kept() { grep -rqs "create $1" --include=main.state "$HOME"; }

systemctl --user daemon-reload
systemctl --user enable --now scrimd.socket
[ "$(show ActiveState)" = inactive ]

# The socket starts the daemon with its first client, which it serves; ready is ready.
scrim hello | grep -q '"server":"scrimd"'
[ "$(show ActiveState)" = active ]
[ "$(show SubState)" = running ]
show StatusText | grep -q 'serving .*; main '

# Killed, it comes back with its scene.
scrim create card layer frame=10,20,30,40 backgroundColor=#ff0000
await kept card
[ "$(find "$HOME" -name main.state -exec stat -c %a {} +)" = 600 ]
kill -9 "$(show MainPID)"
await restarted 1
[ "$(scrim get card frame)" = '{"frame":[10,20,30,40]}' ]

# Standing still, it is ended by the watchdog, and comes back.
kill -STOP "$(show MainPID)"
await restarted 2
[ "$(scrim get card frame)" = '{"frame":[10,20,30,40]}' ]

# Its configuration is read again.
mkdir -p "$HOME/.config/scrim"
echo 'set daemon limit.line=65536' >"$HOME/.config/scrim/scrimd.scrim"
systemctl --user reload scrimd
[ "$(scrim get daemon limit.line)" = '{"limit.line":65536}' ]
[ "$(show ActiveState)" = active ]

# Instances stand beside each other.
systemctl --user enable --now scrimd@kiosk.socket
scrim --name kiosk create other layer
[ "$(scrim --name kiosk list kind=layer)" = '["root","other"]' ]
[ "$(scrim list kind=layer)" = '["root","card"]' ]

# In order: nothing failed, and nothing is left running.
systemctl --user stop scrimd.socket scrimd.service 'scrimd@kiosk.socket' 'scrimd@kiosk.service'
[ "$(show Result)" = success ]
[ "$(show ActiveState)" = inactive ]
[ "$(show MainPID)" = 0 ]
if scrim hello; then exit 1; fi
