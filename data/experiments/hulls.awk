# Words and anchors in the plane, a gnuplot program. First file: Y of a rectified stream, N x K, whose rows of Y Y'
# divided by their sums are the words' points; every other one: the anchors, a number from 0 a line, of a method, in the
# order of `methods` (names apart by |). All are shown in the plane of the two directions in which the words vary most,
# and the anchors with their convex hull. title: the figure's. With each=1 the files are in pairs, a Y and anchors in
# its plane, on the same scale.

BEGIN { FS = "\t"; n_methods = split(methods, method, "|") }
FNR == 1 { read_file() }
of_words { k = NF; for (j = 1; j <= k; j++) { y[FNR, j] = $j; sum[j] += $j } n = FNR; next }
{ anchor[m, ++n_anchors[m]] = $1 + 1 }

# A file begins: words, in the place of those before, or the m-th anchors.
function read_file() {
    if (m && !of_words) keep_anchors()
    of_words = ++file == 1 || (each && file % 2)
    if (!of_words) {
        if (!m || each) keep_words()
        m++
        return
    }
    split("", y); split("", sum); split("", z); split("", there); split("", p)
}

# z: rows whose Euclidean distances are those of the rows of Y Y' divided by their sums: y L / d with L L' = Y'Y.
function euclidean(    i, j, l, d, g, low, square) {
    for (j = 1; j <= k; j++) for (l = 1; l <= j; l++) for (i = 1; i <= n; i++) g[j, l] += y[i, j] * y[i, l]
    for (j = 1; j <= k; j++) for (l = 1; l <= j; l++) {
        d = g[j, l]
        for (i = 1; i < l; i++) d -= low[j, i] * low[l, i]
        low[j, l] = j == l ? sqrt(d > 0 ? d : 0) : (low[l, l] > 0 ? d / low[l, l] : 0)
    }
    for (i = 1; i <= n; i++) {
        d = 0
        for (j = 1; j <= k; j++) d += y[i, j] * sum[j]
        square = 0
        if (d > 0) for (l = 1; l <= k; l++) {
            z[i, l] = 0
            for (j = l; j <= k; j++) z[i, l] += y[i, j] * low[j, l]
            z[i, l] /= d
            square += z[i, l] * z[i, l]
        }
        # Of a longer one nothing but rounding is left: no probabilities have squares above 1 together.
        there[i] = d > 0 && square <= 1
    }
}

# The words' two leading principal axes, by powers of their covariance.
function axes(    i, j, l, a, step, m, mean, cov, v, w, norm, dot) {
    for (i = 1; i <= n; i++) if (there[i]) { m++; for (j = 1; j <= k; j++) mean[j] += z[i, j] }
    for (i = 1; i <= n; i++) if (there[i]) for (j = 1; j <= k; j++) {
        z[i, j] -= mean[j] / m
        for (l = 1; l <= j; l++) cov[j, l] = cov[l, j] += z[i, j] * z[i, l]
    }
    for (a = 1; a <= 2; a++) {
        for (j = 1; j <= k; j++) v[j] = 1 + j % (a + 2)
        for (step = 1; step <= 500; step++) {
            norm = dot = 0
            for (j = 1; j <= k; j++) { w[j] = 0; for (l = 1; l <= k; l++) w[j] += cov[j, l] * v[l] }
            if (a == 2) {
                for (j = 1; j <= k; j++) dot += w[j] * axis[1, j]
                for (j = 1; j <= k; j++) w[j] -= dot * axis[1, j]
            }
            for (j = 1; j <= k; j++) norm += w[j] * w[j]
            for (j = 1; j <= k; j++) v[j] = norm > 0 ? w[j] / sqrt(norm) : 0
        }
        for (j = 1; j <= k; j++) axis[a, j] = v[j]
    }
    for (i = 1; i <= n; i++) if (there[i]) for (a = 1; a <= 2; a++) {
        p[i, a] = 0
        for (j = 1; j <= k; j++) p[i, a] += z[i, j] * axis[a, j]
    }
    if (each) face_forward()
}

# Axes that go the way that the words reach farther, so that planes can be compared.
function face_forward(    i, a, low, high) {
    for (a = 1; a <= 2; a++) {
        low = high = 0
        for (i = 1; i <= n; i++) if (there[i]) {
            if (p[i, a] < low) low = p[i, a]
            if (p[i, a] > high) high = p[i, a]
        }
        if (-low > high) for (i = 1; i <= n; i++) p[i, a] = -p[i, a]
    }
}

function turn(a, b, c) {
    return (p[b, 1] - p[a, 1]) * (p[c, 2] - p[a, 2]) - (p[b, 2] - p[a, 2]) * (p[c, 1] - p[a, 1])
}

# The words of a plane as data of gnuplot's, and how far they reach.
function keep_words(    i, a) {
    euclidean(); axes()
    line[++n_lines] = "$words" (m + 1) " << EOD"
    for (i = 1; i <= n; i++) if (there[i]) {
        line[++n_lines] = p[i, 1] "\t" p[i, 2]
        for (a = 1; a <= 2; a++) {
            if (p[i, a] < low_end[a]) low_end[a] = p[i, a]
            if (p[i, a] > high_end[a]) high_end[a] = p[i, a]
        }
    }
    line[++n_lines] = "EOD"
}

# The m-th anchors alike, and their hull.
function keep_anchors(    i) {
    line[++n_lines] = "$anchors" m " << EOD"
    for (i = 1; i <= n_anchors[m]; i++) if (there[anchor[m, i]])
        line[++n_lines] = p[anchor[m, i], 1] "\t" p[anchor[m, i], 2]
    line[++n_lines] = "EOD\n$hull" m " << EOD\n" hull(m) "EOD"
}

# The convex hull of a method's anchors, from corner to corner: the next one has all others on its left.
function hull(m,    i, first, at, next_one, steps, corners) {
    first = 0
    for (i = 1; i <= n_anchors[m]; i++) if (there[anchor[m, i]])
        if (!first || p[anchor[m, i], 1] < p[first, 1]) first = anchor[m, i]
    if (!first) return ""
    at = first
    do {
        corners = corners p[at, 1] "\t" p[at, 2] "\n"
        next_one = 0
        for (i = 1; i <= n_anchors[m]; i++) if (there[anchor[m, i]] && anchor[m, i] != at)
            if (!next_one || turn(at, next_one, anchor[m, i]) < 0) next_one = anchor[m, i]
        at = next_one
    } while (at && at != first && ++steps <= n_anchors[m])
    return corners p[first, 1] "\t" p[first, 2] "\n"
}

# A distance of marks, the same on both axes, that leaves three or four of them on the longer one. tall is how many
# times as high as wide the words are.
function marks(    a, extent, range, step, across) {
    for (a = 1; a <= 2; a++) {
        extent = high_end[a] - low_end[a]
        if (a == 1) across = extent
        else tall = across > 0 ? extent / across : 1
        if (extent > range) range = extent
    }
    for (step = 1e-6; step * 10 < range; step *= 10) continue
    return range > step * 5 ? step * 2.5 : (range > step * 2.5 ? step : step / 2)
}

# In a plot of its own.
function legend() {
    margins(0, 1, 1 - 25 / height, 1 - 61 / height)
    print "unset border\nunset tics\nset key center center horizontal noenhanced samplen 2"
    print "set xrange [0:1]\nset yrange [0:1]"
    print "plot NaN with points pointtype 7 pointsize 0.5 linecolor rgb '#56B4E9' title 'words', \\"
    print "    NaN with lines linewidth 2 linecolor rgb '#D55E00' title 'hull of the anchors', \\"
    print "    NaN with points " anchor_points " title 'anchors'"
    print "unset key\nset xrange [*:*]\nset yrange [*:*]"
}

END {
    # Open ones hide no words.
    anchor_points = "pointtype 8 pointsize 1.1 linewidth 1.5 linecolor rgb '#000000'"
    keep_anchors()
    step = marks()
    width = 20 + 300 * n_methods
    # As axes have one scale, panels 225 wide are so high; one that is higher leaves white space around its words.
    panel = 225 * tall
    if (panel < 90) panel = 90
    if (panel > 400) panel = 400
    height = 90 + panel + 70
    terminal(width, height)
    for (i = 1; i <= n_lines; i++) print line[i]
    printf "set multiplot title %s noenhanced\n", text(title)
    legend()
    print "set format '%g'"
    print "set border 3 linecolor rgb '#666666'"
    printf "set xtics %g nomirror\nset ytics %g nomirror\nset size ratio -1\n", step, step
    print "set xlabel 'first axis (of p(word | word))' offset 0,0.3"
    for (a = 1; a <= 2; a++) if (high_end[a] > low_end[a])
        printf "set %srange [%g:%g]\n", a == 1 ? "x" : "y", 1.05 * low_end[a], 1.05 * high_end[a]
    for (m = 1; m <= n_methods; m++) {
        margins((300 * (m - 1) + 75) / width, 300 * m / width, 1 - 90 / height, 70 / height)
        if (m == 1) printf "set label 2 'second axis' at screen %g,%g center rotate\n", 14 / width, \
            (70 + panel / 2) / height
        else print "unset label 2"
        printf "set label 1 %s noenhanced at graph 0.5,graph 1.05 center font ',11'\n", text(method[m])
        printf "plot $words%d with points pointtype 7 pointsize 0.25 linecolor rgb '#56B4E9', ", each ? m : 1
        printf "$hull%d with lines linewidth 2 linecolor rgb '#D55E00', ", m
        printf "$anchors%d with points %s\n", m, anchor_points
    }
    print "unset multiplot"
}
