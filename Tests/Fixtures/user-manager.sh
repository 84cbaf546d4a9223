# user-manager.sh HOME COMMAND…: runs a command where a service manager for users runs, whose home is HOME.
#
# Root's business: mounts and control groups are private to it, so that the machine's own stay what they are.
set -eu
for hierarchy in systemd unified; do
    group=/sys/fs/cgroup/$hierarchy/scrim-test
    if mkdir -p $group 2>/dev/null; then echo $$ >$group/cgroup.procs || true; fi
done
exec unshare --mount --cgroup --propagation private bash -eu -c '
    home=$1
    shift
    mount -t tmpfs tmpfs /run
    # The manager starts only where the system looks as if its like had started it.
    mkdir -p /run/systemd/system /run/user/0
    chmod 700 /run/user/0
    umount -R /sys/fs/cgroup 2>/dev/null || true
    mkdir -p /sys/fs/cgroup
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
    export XDG_RUNTIME_DIR=/run/user/0 HOME="$home" SYSTEMD_LOG_TARGET=console
    unset XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME SCRIM_SOCKET NOTIFY_SOCKET LISTEN_FDS LISTEN_PID
    /lib/systemd/systemd --user >"$home/manager.log" 2>&1 &
    manager=$!
    trap "kill $manager 2>/dev/null || true; wait || true" EXIT
    for try in $(seq 100); do
        if systemctl --user is-system-running >/dev/null 2>&1; then break; fi
        if [ "$try" = 100 ]; then cat "$home/manager.log" >&2; exit 1; fi
        sleep 0.1
    done
    "$@"
' user-manager "$@"
