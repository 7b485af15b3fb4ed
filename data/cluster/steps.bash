# What run.sh, slurm.sh and range.sbatch share. Sourced, in the folder OUT.
# shellcheck shell=bash

# parts STEP: its parts, one a line.
parts() {
    case $1 in
    *.groups/) sed "s|.*|$1&.npz|" groups ;;
    */) sed "s|.*|$1&.npz|" names ;;
    *) printf '%s\n' "$1" ;;
    esac
}
# parts_of_task STEP TASK TASKS: those of one of its tasks, from 0.
parts_of_task() { parts "$1" | awk -v task="$2" -v tasks="$3" '(NR - 1) % tasks == task'; }
# setting NAME [FILE]: its value in settings.mk, where $ and # are written for make.
setting() { sed -n "/^ *$1 := */{s///; s/\\$\\$/\$/g; s/\\\\#/#/g; p;}" "${2:-settings.mk}"; }
