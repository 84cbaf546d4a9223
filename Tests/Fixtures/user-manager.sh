# user-manager.sh HOME COMMAND…: runs a command where a service manager for users runs, whose home is HOME.
#
# Root's business: mounts and control groups are private to it, so that the machine's own stay what they are. The manager and the
# command are nobody's, as little privileged as anybody's: a setting that asks for more fails here too.
set -eu
for hierarchy in systemd unified; do
    group=/sys/fs/cgroup/$hierarchy/scrim-test
    if mkdir -p $group 2>/dev/null; then echo $$ >$group/cgroup.procs || true; fi
done
export XDG_RUNTIME_DIR=/run/user/65534 HOME="$1" SYSTEMD_LOG_TARGET=console
unset XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME SCRIM_SOCKET NOTIFY_SOCKET LISTEN_FDS LISTEN_PID WAYLAND_DISPLAY
shift
export as_user='
    /lib/systemd/systemd --user >"$HOME/manager.log" 2>&1 &
    manager=$!
    trap "kill $manager 2>/dev/null || true; wait || true" EXIT
    for try in $(seq 100); do
        if systemctl --user is-system-running >/dev/null 2>&1; then break; fi
        if [ "$try" = 100 ]; then cat "$HOME/manager.log" >&2; exit 1; fi
        sleep 0.1
    done
    "$@"
'
exec unshare --mount --cgroup --propagation private bash -eu -c '
    mount -t tmpfs tmpfs /run
    # The manager starts only where the system looks as if its like had started it.
    mkdir -p /run/systemd/system "$XDG_RUNTIME_DIR"
    chmod 700 "$XDG_RUNTIME_DIR"
    umount -R /sys/fs/cgroup 2>/dev/null || true
    mkdir -p /sys/fs/cgroup
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
    # Its own part of the control groups.
    group=/sys/fs/cgroup/user
    mkdir -p $group
    echo $$ >$group/cgroup.procs
    chown -R 65534:65534 "$HOME" "$XDG_RUNTIME_DIR" $group
    exec setpriv --reuid=65534 --regid=65534 --clear-groups bash -eu -c "$as_user" user-manager "$@"
' user-manager "$@"
