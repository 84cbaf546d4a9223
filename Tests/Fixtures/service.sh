# service.sh CHECKOUT PROGRAMS: what the units promise, with a service manager for users that runs (user-manager.sh).
set -eux
checkout=$1 programs=$2
session=
# A step that fails leaves no session behind.
trap '[ -z "$session" ] || kill "$session" 2>/dev/null || true' EXIT
installed=$HOME/.local/share/systemd/user

mkdir -p "$HOME/.local/bin" "$installed" "$installed/scrimd.service.d"
for program in scrimd scrim; do ln -s "$programs/$program" "$HOME/.local/bin/$program"; done
cp "$checkout"/systemd/* "$installed"
# A watchdog that a test can wait for.
printf '[Service]\nWatchdogSec=4\nTimeoutAbortSec=1\n' >"$installed/scrimd.service.d/test.conf"
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
kept_role() { grep -rqs 'role=overlay' --include=main.state "$HOME"; }

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

# Hardened as it is, it reads and writes what its user may: pictures, by a process of its own, fonts, films, in any folder.
cp "$checkout/examples/pictures/digits.png" "$HOME/digits.png"
scrim create digits image path="$HOME/digits.png" watch=true
is_ready() { scrim get digits state | grep -q ready; }
await is_ready
scrim create title text string=Title font="file:$checkout/examples/fonts/ScrimSans.ttf"
other=$(mktemp -d)
for folder in "$HOME" "$other"; do
    scrim snapshot path="$folder/now.png" rect=0,0,20,20
    [ -s "$folder/now.png" ]
done
rm -r "$other"
[ "$(scrim plugin list | grep -o '"name":"Text"')" = '"name":"Text"' ]
if command -v python3 >/dev/null; then timeout 20 python3 "$checkout/examples/buffer.py" 1; fi

# It was started before any session. When one comes it shows what there is, and when that goes it waits for the next; the role
# of an overlay is kept, like everything else.
output() { { echo 'subscribe output' && sleep 0.2; } | scrim repl; }
is() { output | grep -q "\"state\":\"$1\""; }
scrim set main role=overlay anchor=top
is absent
await kept_role
weston --backend=headless-backend.so --use-pixman --socket=wayland-1 --idle-time=0 --no-config >"$HOME/weston.log" 2>&1 &
session=$!
await is active
[ "$(scrim get main role)" = '{"role":"overlay"}' ]
scrim record path="$HOME/film.y4m" seconds=0.1
[ -s "$HOME/film.y4m" ]
kill $session
await is absent
kill -9 "$(show MainPID)"
await restarted 3
[ "$(scrim get main role)" = '{"role":"overlay"}' ]

# Instances stand beside each other.
systemctl --user enable --now scrimd@kiosk.socket
scrim --name kiosk create other layer
[ "$(scrim --name kiosk list kind=layer)" = '["root","other"]' ]
[ "$(scrim list parent=root)" = '["card","title"]' ]

# As the examples say: the socket is all that an example needs.
systemctl --user enable --now scrimd@osd.socket
"$checkout/examples/desktop/osd.sh" 40
[ "$(scrim --name osd get osd.number string)" = '{"string":"40"}' ]
[ "$(scrim --name osd get main role)" = '{"role":"overlay"}' ]

# In order: nothing failed, and nothing is left running.
systemctl --user stop scrimd.socket scrimd.service 'scrimd@*.socket' 'scrimd@*.service'
[ "$(show Result)" = success ]
[ "$(show ActiveState)" = inactive ]
[ "$(show MainPID)" = 0 ]
if scrim hello; then exit 1; fi
