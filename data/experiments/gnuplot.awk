# What the figures have in common, programs for gnuplot. Its variables form (svg or png) and file are set by the caller.

function terminal(width, height) {
    printf "if (form eq 'svg') { set terminal svg size %d,%d font 'DejaVu Sans,12' background 'white' dynamic }\n", \
        width, height
    printf "else { set terminal pngcairo size %d,%d font 'DejaVu Sans,9' background 'white' }\n", width, height
    print "set output file\nset datafile separator '\\t'"
}

# A text as gnuplot has it in single quotes, where it runs no commands and knows no escapes; of several lines, joined.
function text(said) {
    gsub(/'/, "''", said)
    gsub(/\n/, "' . \"\\n\" . '", said)
    return "'" said "'"
}

# The same of a mark of an axis, which would be a format.
function mark(said) { gsub(/%/, "%%", said); return text(said) }

# Where a plot is, from the left and from below, in parts of the figure.
function margins(left, right, top, bottom) {
    printf "set lmargin at screen %g\nset rmargin at screen %g\n", left, right
    printf "set tmargin at screen %g\nset bmargin at screen %g\n", top, bottom
}
