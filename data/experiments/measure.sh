#!/usr/bin/env bash
# The metrics of a cell, as lines `corpus method K seed metric value`. usage: measure.sh CORPUS METHOD K SEED WHAT
# ARGUMENT..., where measure-WHAT.sh, with these arguments, prints lines `metric value`.
set -eu -o pipefail
head=$1$'\t'$2$'\t'$3$'\t'$4 what=$5
shift 5
bash "${0%/*}/measure-$what.sh" "$@" | awk -F '\t' -v OFS='\t' -v head="$head" '{ print head, $1, $2 }'
