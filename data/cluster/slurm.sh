#!/usr/bin/env bash
# Makes the parts of some steps by Slurm. usage: slurm.sh STEP...   in the folder OUT; run.sh calls it.
# A step is an array of jobs that waits for the step before it. All are handed in at once, as far as Slurm's limits
# allow, and watched until the last has ended, or one has failed: then the others are cancelled.
set -u -o pipefail
home=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=data/cluster/steps.bash
. "$home/steps.bash"
stop() {
    printf 'jsmf.mk: %s\n' "$*" >&2
    exit 1
}
for program in sbatch squeue scancel scontrol; do
    command -v $program >/dev/null || stop "no $program: this is no machine of a cluster with Slurm"
done
mkdir -p log/slurm
jobs=$(setting JOBS) threads=$(setting THREADS) poll=$(setting POLL)
read -ra options <<<"$(setting SBATCH)"
read -ra single <<<"$(setting SBATCH_SINGLE)"
# The last index of an array is below MaxArraySize.
most=$(scontrol show config | sed -n 's/^MaxArraySize *= *//p')
limit=$(setting MAX_TASKS)
[ -n "$limit" ] && [ "$limit" -lt "${most:-1000}" ] && most=$limit
most=${most:-1000}

ids=() names=() counts=() # of the jobs that were handed in: numbers, steps, tasks
cancel() {
    if [ -s slurm.jobs ]; then xargs scancel -Q <slurm.jobs 2>/dev/null; fi
    rm -f slurm.jobs
}
# Jobs of a run that was killed go, where their numbers are still those of such jobs: Slurm uses numbers again.
if [ -s slurm.jobs ]; then
    squeue -h -u "$(id -u)" -o '%F %j' |
        awk 'NR == FNR { ours[$1] = 1; next } $1 in ours && $2 ~ /^jsmf:/ { print $1 }' slurm.jobs - >slurm.left
    mv slurm.left slurm.jobs
    cancel
fi
trap cancel EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# hand_in STEP: 1 where Slurm takes no more jobs of this user for now.
hand_in() {
    local step=$1 count tasks id said after=() array=() extra=()
    count=$(parts "$step" | wc -l)
    if [ "$count" = 0 ]; then return 0; fi
    if [ ${#ids[@]} != 0 ]; then after=(--dependency="afterok:${ids[-1]}" --kill-on-invalid-dep=yes); fi
    while :; do
        tasks=$((count < most ? count : most))
        if [ "$count" = 1 ]; then
            extra=(--cpus-per-task="$threads" ${single[@]+"${single[@]}"} --output="log/slurm/$step.%j")
        else
            array=(--cpus-per-task="$(setting PART_THREADS)" --array="0-$((tasks - 1))${jobs:+%$jobs}"
                --output="log/slurm/${step%/}.%A_%a")
        fi
        if said=$(sbatch --parsable --job-name="jsmf:$step" ${options[@]+"${options[@]}"} \
            ${extra[@]+"${extra[@]}"} ${array[@]+"${array[@]}"} ${after[@]+"${after[@]}"} \
            "$home/range.sbatch" "$home" "$step" "$tasks" 2>&1); then
            break
        fi
        case $said in
        *[Ll]imit*) ;;
        *) stop "step $step: $said" ;;
        esac
        # Others of this user's jobs may end; where there are none, the array is too large.
        if [ "$(squeue -h -u "$(id -u)" -o %i | wc -l)" != 0 ]; then return 1; fi
        [ "$tasks" -gt 1 ] || stop "step $step: $said"
        most=$(((tasks + 1) / 2))
    done
    id=$(tail -n 1 <<<"$said")
    ids+=("${id%%;*}")
    names+=("$step")
    counts+=("$tasks")
    printf '%s\n' "${id%%;*}" >>slurm.jobs
    printf 'job   %s: %s in %d task%s\n' "${id%%;*}" "$step" "$tasks" "$([ "$tasks" = 1 ] || echo s)"
}

# The states of our jobs' tasks: job, task, state, node. Those that Slurm has forgotten are not there.
states() {
    squeue -h -r -t all -u "$(id -u)" -o '%F %K %T %N' 2>/dev/null |
        awk -v ids="${ids[*]}" 'BEGIN { n = split(ids, id, " "); for (i = 1; i <= n; i++) ours[id[i]] = 1 } $1 in ours'
}
# What has become of a task; and of its parts, where they could not say so themselves.
tell_of() { # tell_of JOB TASK STATE NODE
    local i part task=_$2 index=$2
    if [ "$2" = N/A ]; then task='' index=0; fi
    for i in "${!ids[@]}"; do
        if [ "${ids[$i]}" = "$1" ]; then
            printf 'jsmf.mk: step %s: job %s: %s on %s (%s)\n' "${names[$i]}" "$1$task" "$3" "${4:-no node}" \
                "$PWD/log/slurm/${names[$i]%/}.$1$task" >&2
            for part in $(parts_of_task "${names[$i]}" "$index" "${counts[$i]}"); do
                if [ ! -e failed ] && [ ! -e "$part.made" ]; then
                    printf 'FAILED  %s: %s on %s (%s)\n' "$part" "$3" "${4:-no node}" "$PWD/log/$part.log" >&2
                fi
            done
        fi
    done
}

# Of an array that is cancelled the tasks that never ran are gone at once. Those that run follow, and say more.
more_to_come() {
    awk 'NR == FNR { bad[$1]; if (NF == 4) ran = 1; next }
        $1 in bad && $3 ~ /^(RUNNING|COMPLETING)$/ { more = 1 }
        END { exit ran || !more }' <(printf '%s\n' "$bad") <(printf '%s\n' "$now")
}

next=("$@") missed=0 heard=
while :; do
    while [ ${#next[@]} != 0 ] && hand_in "${next[0]}"; do next=("${next[@]:1}"); done
    now=$(states) || { sleep "$poll"; continue; } # the controller may be away for a while
    bad=$(awk '$3 ~ /^(FAILED|TIMEOUT|OUT_OF_MEMORY|CANCELLED|DEADLINE|BOOT_FAIL|REVOKED)$/' <<<"$now")
    # What was preempted, or lost its node, is mostly about to start again.
    lost=$(awk '$3 ~ /^(PREEMPTED|NODE_FAIL)$/' <<<"$now")
    missed=$([ -z "$lost" ] && echo 0 || echo $((missed + 1)))
    if [ "$missed" -gt 30 ]; then bad=$lost$'\n'$bad; fi
    if [ -n "$bad" ]; then
        heard=${heard:-$SECONDS}
        if [ $((SECONDS - heard)) -lt 10 ] && more_to_come; then
            sleep "$poll"
            continue
        fi
        # Those that ran, or else those that never did.
        { awk 'NF == 4' <<<"$bad" | grep . || head -n 1 <<<"$bad"; } | head -n 9 | while read -r job task state node; do
            tell_of "$job" "$task" "$state" "$node"
        done
        exit 1
    fi
    if [ ${#next[@]} = 0 ] && ! awk 'NF { print $3 }' <<<"$now" | grep -qvx COMPLETED; then break; fi
    sleep "$poll"
done
rm -f slurm.jobs
