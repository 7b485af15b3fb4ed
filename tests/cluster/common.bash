# What the tests of data/cluster share: a corpus in shards, runs of jsmf.mk, a Slurm of one's own. Sourced; sets
# $scratch, a folder that goes when the test ends. $here: the folder tests; $build: that of the programs.
# shellcheck shell=bash disable=SC2154
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-cluster.XXXXXX")
scratch=$(realpath "$scratch")
slurm_here=$here/cluster/slurm.sh
cleaned() {
    "$slurm_here" stop "$scratch/slurm"
    # What is about to end may still write there.
    rm -rf "$scratch" 2>/dev/null || { sleep 1 && rm -rf "$scratch"; }
}
trap cleaned EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
export LC_ALL=C PATH=$PATH:/usr/sbin:/sbin
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES SLURM_CONF
cd "$scratch" || exit 1
# shellcheck source=tests/tap.bash
. "$here/tap.bash"

# texts DOCWORD VOCAB: a document a line.
texts() {
    zcat "$1" | awk 'NR == FNR { word[NR] = $0; next }
        FNR == 1 { documents = $1 }
        FNR > 3 { for (i = 0; i < $3; i++) text[$1] = text[$1] " " word[$2] }
        END { for (d = 1; d <= documents; d++) print text[d] }' "$2" -
}
# in_shards FOLDER DOCUMENTS <TEXT: shards of so many.
in_shards() { mkdir -p "$1" && split -l "$2" -d -a 3 --additional-suffix=.txt - "$1/"; }

# cluster OUT SETTING=VALUE... [TARGET]: what jsmf.mk says goes to the file said; its end is shown, too.
# EXEC=yes: this shell becomes it.
cluster() {
    local out=$1
    shift
    ${EXEC:+exec} timeout "${LONGEST:-120}" make -f "$here/../data/cluster/jsmf.mk" BIN="$build" OUT="$out" \
        "${settings[@]}" "$@" >said 2>&1
    local status=$?
    tail -n 15 said
    return $status
}
made() { grep -c '^made ' said; }
same() { # same OUT OTHER PART...
    local part
    for part in "${@:3}"; do cmp "$1/$part.npz" "$2/$part.npz" || return 1; done
}

# Why there is no Slurm to be had here, if so.
no_slurm() {
    local program
    for program in munged slurmctld slurmd sbatch; do
        command -v $program >/dev/null || { echo "no $program (make deps-extra)" && return; }
    done
    [ "$(id -u)" = 0 ] || echo 'not root'
}
start_slurm() { # start_slurm NODES CPUS SETTING...
    "$slurm_here" start "$scratch/slurm" "$@" && export SLURM_CONF=$scratch/slurm/slurm.conf
}
stop_slurm() {
    "$slurm_here" stop "$scratch/slurm"
    unset SLURM_CONF
}

# What stands for ssh: hosts are told apart by what the parts say; one of which there is a file HOST.dead is dead, and
# one with HOST.dies when it is asked for the second time. As with ssh, what runs there is no child of what runs here,
# but of a server of its own, which ends when its client does. Hosts need not tell of a shell.
cat >ssh.sh <<'END'
#!/bin/bash
host=$1 folder=${0%/*}
shift 2
cd "$folder" || exit 255
if [ -e "$host.dies" ]; then
    if [ -e "$host.asked" ]; then : >"$host.dead"; fi
    : >"$host.asked"
fi
if [ -e "$host.dead" ]; then exit 255; fi
mkfifo "status.$$" || exit 255
echo $$ >"$host.client"
SLURMD_NODENAME=$host setsid -f env -u SHELL ./sshd.sh $$ "$*"
exec 3<>"status.$$"
until read -r -t 1 status <&3; do
    # With the test its folder goes, and no one is left to write there.
    [ -e "status.$$" ] || exit 255
done
rm "status.$$"
exit "$status"
END
cat >sshd.sh <<'END'
#!/bin/bash
sh -c "$2" &
command=$!
(while kill -0 "$1" 2>/dev/null; do sleep 0.2; done; kill $$) >/dev/null 2>&1 &
wait $command
echo $? >"status.$1"
END
chmod +x ssh.sh sshd.sh
