#!/bin/sh
# Runs a script in an image's file system as deploy/compose.yaml runs a container: read-only but for VOLUME and /tmp, as the
# image's user, without capabilities or new privileges, with a network of its own.
#   container.sh ROOT VOLUME USER:GROUP SCRIPT [VARIABLE=VALUE ...]
set -eu
root=$1 volume=$2 user=$3 script=$4
shift 4
[ "${PDD_INSIDE:-}" ] || PDD_INSIDE=1 exec unshare --mount --net --pid --fork --kill-child "$0" "$root" "$volume" "$user" "$script" "$@"
ip link set lo up
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$root$volume" "$root$volume"
mount -o remount,bind,rw "$root$volume"
exec chroot "$root" setpriv --reuid "${user%:*}" --regid "${user#*:}" --clear-groups --no-new-privs --bounding-set=-all \
    --inh-caps=-all env -i "$@" sh -euc "$script"
