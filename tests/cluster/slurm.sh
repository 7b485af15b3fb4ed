#!/usr/bin/env bash
# A Slurm of several nodes on this machine, for tests: all that belongs to it is in one folder, and ends with the test.
# usage: slurm.sh start FOLDER NODES CPUS [SETTING=VALUE...]   starts it; afterwards SLURM_CONF=FOLDER/slurm.conf
#        slurm.sh stop FOLDER
#        slurm.sh fail FOLDER NODE     the node and all that it runs are gone, as if its power were
#        slurm.sh mend FOLDER NODE     it is back
# The one who starts it is watched: when that process ends, however it does, so does this Slurm. Nodes are n1, n2, ...
# Without systemd, as root, of Debian's slurmctld, slurmd, slurm-client and munge.
set -u
self=$(realpath "$0")
PATH=$PATH:/usr/sbin:/sbin
action=${1:-} folder=$(realpath -m "${2:-.}")
conf=$folder/slurm.conf
export SLURM_CONF=$conf

fail() {
    printf 'slurm.sh: %s\n' "$*" >&2
    exit 1
}
# A process that was not waited for yet, but has ended, is none.
runs() { [ -e "/proc/$1" ] && ! grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }

# The processes of a node: its slurmd and the shepherds of its jobs, which have files of its folder or its log open, and
# all that came from them.
processes_of() {
    local first
    first=$(
        grep -lxE 'slurmd|slurmstepd' /proc/[0-9]*/comm 2>/dev/null | cut -d / -f 3 | while read -r pid; do
            if readlink "/proc/$pid/cwd" "/proc/$pid"/fd/* | grep -qE "^$folder/(spool\\.)?$1[./]"; then echo "$pid"; fi
        done
    )
    ps -e -o pid=,ppid=,stat= | awk -v first="$first" '
        $3 !~ /Z/ { parent[$1] = $2 }
        END { n = split(first, f, "\n"); for (i = 1; i <= n; i++) if (f[i] in parent) ours[f[i]] = 1
            do { more = 0
                for (p in parent) if (!(p in ours) && parent[p] in ours) { ours[p] = 1; more = 1 }
            } while (more)
            for (p in ours) print p }'
}
# Until there are none, as one may start another while it is looked for. All of them stop first, so that none can tell
# of another's end.
end_node() {
    local pids i
    for ((i = 0; i < 5; i++)); do
        pids=$(processes_of "$1")
        [ -n "$pids" ] || return 0
        # shellcheck disable=SC2086 # numbers
        kill -STOP $pids 2>/dev/null
        # shellcheck disable=SC2086
        kill -KILL $pids 2>/dev/null
        sleep 0.05
    done
    fail "$1: still there: $pids"
}
end_daemon() { # end_daemon FILE: the process whose number it has
    local pid i
    [ -s "$folder/$1" ] || return 0
    pid=$(<"$folder/$1")
    kill -TERM "$pid" 2>/dev/null || return 0
    for ((i = 0; i < 20; i++)); do
        runs "$pid" || return 0
        sleep 0.1
    done
    kill -KILL "$pid" 2>/dev/null
}
start_node() {
    mkdir -p "$folder/spool.$1"
    slurmd -c -N "$1" -f "$conf" >"$folder/$1.said" 2>&1 ||
        fail "$1: $(cat "$folder/$1.said" "$folder/$1.log")"
}

# Ports that nobody listens at.
free_ports() { # free_ports COUNT: the first
    local port i
    for ((port = 20000 + $$ % 9000; port < 32000; port += 50)); do
        for ((i = 0; i < $1; i++)); do
            if (exec 3<>"/dev/tcp/127.0.0.1/$((port + i))") 2>/dev/null; then continue 2; fi
        done
        echo "$port"
        return
    done
    fail 'no free ports'
}

# Everything is on the loopback; processes are told apart by their parents; nodes have as many processors as one says; a
# silent node is given up after five seconds, and a job that it had may start elsewhere as soon as its credential ends.
write_conf() { # write_conf NODES CPUS SETTING...
    local nodes=$1 cpus=$2 port host i
    shift 2
    port=$(free_ports $((nodes + 1)))
    host=$(uname -n)
    host=${host%%.*}
    cat <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmctldPidFile=$folder/slurmctld.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdSpoolDir=$folder/spool.%n
SlurmdPidFile=$folder/%n.pid
SlurmdLogFile=$folder/%n.log
SlurmdParameters=config_overrides
SlurmdTimeout=5
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
PropagateResourceLimits=NONE
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=2,bf_interval=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
JobRequeue=1
KillWait=2
MinJobAge=600
$(printf '%s\n' "$@")
END
    # Where the name of this host is the loopback's, nothing listens elsewhere.
    case $(timeout 1 getent hosts "$host" 2>/dev/null) in
    127.*) echo CommunicationParameters=NoCtldInAddrAny,NoInAddrAny ;;
    esac
    for ((i = 1; i <= nodes; i++)); do
        echo "NodeName=n$i NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + i)) CPUs=$cpus RealMemory=4000"
    done
    echo "PartitionName=all Nodes=n[1-$nodes] Default=YES MaxTime=INFINITE State=UP"
}

start() {
    local nodes=$1 i
    [ ! -e "$folder" ] || fail "$folder is there"
    (umask 022 && mkdir -p "$folder/state") || exit 1
    echo "$nodes" >"$folder/nodes"
    write_conf "$@" >"$conf"
    printf 'CgroupPlugin=cgroup/v1\nConstrainCores=no\nConstrainRAMSpace=no\n' >"$folder/cgroup.conf"
    (umask 077 && head -c 128 /dev/urandom >"$folder/munge.key")
    # The guard is there before anything that it has to end.
    setsid "$self" guard "$folder" "$PPID" >/dev/null 2>&1 </dev/null &
    munged --force --num-threads=2 --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
        --pid-file="$folder/munged.pid" --log-file="$folder/munged.log" --seed-file="$folder/munge.seed" \
        --origin=127.0.0.1 >"$folder/munged.said" 2>&1 || fail "munged: $(<"$folder/munged.said")"
    # A job's shepherd closes every descriptor that there may be.
    ulimit -n 4096
    slurmctld -c -f "$conf" >"$folder/slurmctld.said" 2>&1 || fail "slurmctld: $(cat "$folder"/slurmctld.{said,log})"
    for ((i = 1; i <= nodes; i++)); do start_node "n$i"; done
    for ((i = 0; i < 200; i++)); do
        [ "$(sinfo -h -N -o %t 2>/dev/null | grep -cx idle)" != "$nodes" ] || return 0
        sleep 0.1
    done
    fail "nodes are not up: $(sinfo -N 2>&1)"
}
stop() {
    local i
    [ -e "$folder/nodes" ] || return 0
    # No new ones while the old ones are ended.
    end_daemon slurmctld.pid
    for ((i = 1; i <= $(<"$folder/nodes"); i++)); do end_node "n$i"; done
    end_daemon munged.pid
    rm -rf "$folder"
}
case $action in
start) start "${@:3}" || { stop && exit 1; } ;;
stop) stop ;;
fail) end_node "$3" ;;
mend) start_node "$3" ;;
guard)
    while [ -e "$folder/nodes" ] && runs "$3"; do sleep 1; done
    stop
    ;;
*)
    sed -n '3,6s/^# \?//p' "$0" >&2
    exit 2
    ;;
esac
