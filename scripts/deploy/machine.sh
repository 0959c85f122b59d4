#!/bin/sh
# Boots the systemd of a Debian in a folder, in namespaces of its own: processes, mounts, network (loopback alone), host
# name, cgroups. What it must not change of this machine is read-only or its own.
#   machine.sh ROOT CGROUPS NAME    CGROUPS: an empty folder; NAME: of the machine and of its cgroup
set -eu
root=$1 cgroups=$2 name=$3
case ${4:-outside} in
outside)
    mount --make-rprivate /
    # A cgroup of its own comes before the namespace, whose root it becomes; else systemd would take this machine's root.
    mount -t cgroup2 cgroup2 "$cgroups"
    mkdir "$cgroups/$name"
    echo $$ >"$cgroups/$name/cgroup.procs"
    exec unshare --pid --ipc --uts --net --cgroup --fork --kill-child=KILL "$0" "$root" "$cgroups" "$name" inside
    ;;
inside)
    hostname "$name"
    ip link set lo up
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount --bind "$root/proc/sys" "$root/proc/sys"
    mount -o remount,bind,ro "$root/proc/sys"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
    mount -t tmpfs -o mode=755 tmpfs "$root/run"
    mount -t tmpfs -o mode=755 tmpfs "$root/dev"
    # Nodes of its own: systemd and getty change owner and mode of what they find.
    while read -r node minor; do mknod -m 666 "$root/dev/$node" c 1 "$minor"; done <<NODES
null 3
zero 5
full 7
random 8
urandom 9
NODES
    mkdir "$root/dev/shm" "$root/dev/pts"
    mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    cd "$root"
    # Not chroot: in one the kernel refuses user namespaces, with which the units' sandbox begins.
    pivot_root . mnt
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=pdd \
        sh -c 'umount -l /mnt; exec /lib/systemd/systemd --log-target=journal'
    ;;
esac
