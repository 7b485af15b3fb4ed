# The part of the fault matrix that jsmf-rectify-ap alone meets: checkpoints and --method dr. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

rectify_options() {
    local words bad
    for bad in '--method dr --tol 0.1' '--method dr --checkpoint o/ck' '--restart' '--dense --checkpoint o/ck' \
        '--checkpoint -' '--method raw' '-i 0' '--tol 2' '--eigen lanczos' '--eigen'; do
        read -ra words <<<"$bad"
        fails 2 'see jsmf-rectify-ap --help' jsmf-rectify-ap -k 2 "${words[@]}" good/dense -o o/out
        done_cell "jsmf-rectify-ap: $bad"
    done
    fails 1 'memory.*limit.*--method ap' jsmf-rectify-ap -k 2 --method dr --memory 2K good/sparse -o o/out
    done_cell 'jsmf-rectify-ap: too little memory for --method dr'
    fails 2 'is rectified.*--restart' jsmf-rectify-ap -k 2 --method dr good/rectified -o o/out
    done_cell 'jsmf-rectify-ap: --method dr of a rectified stream'
    works '^$' jsmf-rectify-ap -k 2 --method dr --restart good/rectified
    done_cell 'jsmf-rectify-ap: --method dr --restart'
}

# A checkpoint is made, and read with what is not right.
checkpoints() {
    local n
    works '^$' jsmf-rectify-ap -k 2 -i 3 --checkpoint checkpoint good/dense
    fails 2 '3 are done' jsmf-rectify-ap -k 2 -i 2 checkpoint -o o/out
    done_cell 'jsmf-rectify-ap: a checkpoint of more iterations'
    fails 2 'checkpoint of -k 2' jsmf-rectify-ap -k 1 checkpoint -o o/out
    done_cell 'jsmf-rectify-ap: a checkpoint of another -k'
    for n in '0, 5, 1, -1' '1.5, 5, 1, -1' '3, -2, 1, -1' '3, 5, 1'; do
        change checkpoint bad-checkpoint checkpoint "a.items = [float(x) for x in ($n)]; a.shape = [len(a.items)]"
        fails 3 'checkpoint' jsmf-rectify-ap -k 2 bad-checkpoint -o o/out
        done_cell "jsmf-rectify-ap: a checkpoint of $n"
    done
    fails 1 'directory does not exist' jsmf-rectify-ap -k 2 --checkpoint o/none/ck good/dense -o o/out
    done_cell 'jsmf-rectify-ap: a checkpoint in a missing directory'
    fails 1 'irectory' jsmf-rectify-ap -k 2 --checkpoint /tmp good/dense -o o/out
    done_cell 'jsmf-rectify-ap: a directory for a checkpoint'
    fails 1 'space' jsmf-rectify-ap -k 2 --checkpoint /dev/full good/dense -o o/out
    done_cell 'jsmf-rectify-ap: a full disk at a checkpoint'
}

# What all programs that seek eigenpairs take alike; jsmf-cooc and jsmf-rectify-ap have it among their other options.
eigen_options() {
    local tool
    for tool in jsmf-rectify-enn jsmf-palm jsmf-anchorfree; do
        if built $tool; then
            fails 2 'expected one of arpack' $tool -k 2 --eigen lanczos good/dense -o o/out
            done_cell "$tool: --eigen lanczos"
            works '' $tool -k 2 --eigen arpack good/dense
            done_cell "$tool: --eigen arpack"
        fi
    done
}

rectify_cells() {
    eigen_options
    if ! built jsmf-rectify-ap; then return; fi
    rectify_options
    checkpoints
}
