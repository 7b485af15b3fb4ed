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
# setting NAME: its value in settings.mk.
setting() { sed -n "s/^ *$1 := *//p" settings.mk; }
