# A figure of panels, a gnuplot program, from lines `row x series metric value`, fields apart by tabs.
# Panels stand in rows, a row each, and columns, a metric each; in them a line a series. Several values of a point are
# a mean with a bar from the least to the largest.
# Variables: title, xname, series and metrics (names apart by |, in order); logx, zero (0 is on all axes of y) and
# per_row (panels a row, where there is one row) if wanted; needs, a series that rows without it are left out for, and
# at, one that rows and x without it are.
# A series' name may be followed by = and what the legend calls it. Exit status 3 where there is nothing to draw.

BEGIN {
    FS = "\t"
    n_series = split(series, item, "|")
    for (i = 1; i <= n_series; i++) {
        order[i] = item[i]; sub(/=.*/, "", order[i])
        called[i] = item[i]; sub(/^[^=]*=/, "", called[i])
        wanted[order[i]] = 1
    }
    n_metrics = split(metrics, metric, "|")
    for (i = 1; i <= n_metrics; i++) asked[metric[i]] = 1
    names()
}

# What the axes say, with units and which way is better.
function names() {
    axis["RelativeRecovery"] = "RelativeRecovery\n(part of |C|; low is good)"
    axis["RelativeApproximation"] = "RelativeApproximation\n(part of |C|; low is good)"
    axis["Dominancy2021"] = "RelativeDominancy\n(part of |A|; low is good)"
    axis["Specificity"] = "Specificity\n(bits; high is good)"
    axis["Dissimilarity"] = "Dissimilarity\n(of 20 words; high is good)"
    axis["UniqueWords"] = "Unique words\n(of 20; high is good)"
    axis["SimCount"] = "SimCount\n(words shared; low is good)"
    axis["TopicAccuracy"] = "Accuracy of largest topics\n(0 to 1; high is good)"
    axis["KMeansAccuracy"] = "Accuracy of k-means\n(0 to 1; high is good)"
    axis["Sparsity"] = "Sparsity\n(0 to 1; high is good)"
    axis["Coherence"] = "Coherence\n(log; high is good)"
    axis["NPMI"] = "NPMI\n(-1 to 1; high is good)"
    axis["HeldOutLogProbability"] = "Held-out log-probability\n(nats a token; high is good)"
    axis["MSTIncoherence"] = "MST-incoherence\n(edge weights; low is good)"
    axis["MSTIncoherencePerEdge"] = "MST-incoherence an edge\n(0 to 1; low is good)"
    axis["LogRelativeVolume"] = "LogRelativeVolume\n(nats; high is good)"
    axis["Seconds"] = "Runtime\n(seconds)"
    axis["CpuSeconds"] = "Processor time\n(seconds)"
    axis["CpuSeconds.recover"] = "Processor time of recovery\n(seconds)"
    axis["Megabytes.cooc"] = "Memory of co-occurrence\n(megabytes)"
    axis["Megabytes.rectify"] = "Memory of rectification\n(megabytes)"
    axis["Megabytes.recover"] = "Memory of recovery\n(megabytes)"
    axis["CorrelationError"] = "Error of correlations\n(part of |A|; low is good)"
    axis["AnchorRecovery"] = "True anchors found\n(0 to 1; high is good)"
    axis["TopicL1"] = "l1 error of topics\n(0 to 2; low is good)"
    axis["F1"] = "F1 of prominent topics\n(0 to 1; high is good)"
    axis["Precision"] = "Precision\n(0 to 1; high is good)"
    axis["Recall"] = "Recall\n(0 to 1; high is good)"
    axis["NonProminent"] = "Non-prominent mass\n(0 to 1; low is good)"
    axis["CompositionL1"] = "l1 error of compositions\n(0 to 2; low is good)"
    axis["CompositionLInfinity"] = "largest error of a topic\n(0 to 1; low is good)"
    axis["Hellinger"] = "Hellinger distance\n(0 to 1; low is good)"
    axis["RegularizerDiff"] = "RegularizerDiff\n(high is good)"
    axis["LogPriorDiff"] = "LogPriorDiff\n(nats; high is good)"
    axis["LossDiff"] = "LossDiff\n(high is good)"
    axis["TotalDiff"] = "TotalDiff\n(high is good)"
    axis["LogLikeliDiff"] = "LogLikeliDiff\n(nats; high is good)"
    axis["Cosine"] = "Cosine distance\n(0 to 1; low is good)"
    may_be_log["Seconds"] = may_be_log["CpuSeconds.recover"] = may_be_log["CpuSeconds"] = 1
    may_be_log["RelativeApproximation"] = 1
    # An axis that showed less would make mountains of rounding and of chance.
    least["NPMI"] = 0.05; least["UniqueWords"] = least["Dissimilarity"] = 2; least["HeldOutLogProbability"] = 0.05
    least["Specificity"] = 0.2
}

$3 in wanted && $4 in asked {
    if (!($1 in row_of)) { row_of[$1] = ++n_rows; row[n_rows] = $1 }
    key = row_of[$1] SUBSEP $3 SUBSEP $4 SUBSEP $2
    if (!(key in count)) {
        points = row_of[$1] SUBSEP $3 SUBSEP $4
        xs[points] = points in xs ? xs[points] " " $2 : $2
        low[key] = high[key] = $5
    }
    count[key]++; sum[key] += $5
    has[$1, $3] = 1
    if ($5 + 0 < low[key]) low[key] = $5
    if ($5 + 0 > high[key]) high[key] = $5
    present[$3] = 1
    if ($2 != "infinite" && $2 + 0 > largest_x) largest_x = $2 + 0
    if ($3 == at) stays[row_of[$1], $2] = 1
}

END {
    if (at != "") leave_out()
    for (r = 1; r <= n_rows; r++) if (!needs || (row[r], needs) in has) shown_row[++n_shown] = r
    n_rows = n_shown + 0
    if (!n_rows) exit 3
    across = n_rows == 1 && per_row ? per_row : n_metrics
    down = n_rows == 1 ? int((n_metrics + across - 1) / across) : n_rows
    if (across > n_metrics) across = n_metrics
    panel_w = 324; panel_h = n_rows == 1 ? 250 : 220
    axes_left = 112; axes_w = panel_w - axes_left - 14; axes_top = n_rows == 1 ? 12 : 24
    axes_h = panel_h - axes_top - (n_rows == 1 ? 48 : 24)
    width = panel_w * across + 10
    if (width < 650) width = 650
    for (i = 1; i <= n_series; i++) in_legend += order[i] in present
    legend_rows = 1 + int((in_legend - 1) / int(width / 290))
    if (legend_rows < 2) legend_rows = 2
    top = 30 + 20 * legend_rows; height = top + panel_h * down + 30
    start()
    for (i = 1; i <= n_rows; i++) for (m = 1; m <= n_metrics; m++) panel(i, m)
    print "unset multiplot"
}

# What has no counterpart in the series `at`.
function leave_out(    points, key, n, i, x) {
    needs = at
    for (points in xs) {
        split(points, key, SUBSEP)
        n = split(xs[points], x, " ")
        xs[points] = ""
        for (i = 1; i <= n; i++) if ((key[1], x[i]) in stays) xs[points] = xs[points] (xs[points] == "" ? "" : " ") x[i]
    }
}

# A number for each series, of its colour and shape: the grid's methods have the same in every figure. What is polished,
# or to the letter of its paper, has its method's, in dashes.
function styles(    i, j, n, first, base, number, taken) {
    n = split("AW|AP+AW|ENN+LAW|PALM+LAW|LR-JSMF", first, "|")
    for (i = 1; i <= n; i++) { number[first[i]] = i; if (first[i] in wanted) taken[i] = 1 }
    for (i = 1; i <= n_series; i++) {
        base = order[i]; sub(/@(polish|paper|threshold|weights-none)$/, "", base)
        dash[i] = base != order[i] && base in wanted ? 2 : 1
        if (dash[i] == 1 && !(order[i] in number)) {
            for (j = 1; j in taken; j++) continue
            taken[number[order[i]] = j] = 1
        }
        style[i] = number[dash[i] == 2 ? base : order[i]]
    }
}

# The palette of Okabe and Ito; shapes, too, tell the lines apart.
function start(    i, n, colour, shape) {
    n = split("#000000 #0072B2 #E69F00 #009E73 #D55E00 #CC79A7 #56B4E9 #737373", colour, " ")
    split("2 6 4 8 12 10 14 3", shape, " ")
    terminal(width, height)
    styles()
    # The first are the largest, so that of equal lines each is seen around the next.
    for (i = 1; i <= n_series; i++)
        printf "set linetype %d linecolor rgb '%s' linewidth 1.5 pointtype %d pointsize %.2g dashtype %d\n", i, \
            colour[(style[i] - 1) % n + 1], shape_of(shape[(style[i] - 1) % n + 1], dash[i]), \
            (n_series > 1 ? 1.5 - 0.7 * (i - 1) / (n_series - 1) : 1), dash[i]
    printf "set multiplot title %s noenhanced\n", text(title)
    # The legend, in a plot of its own.
    margins(0, 1, 1 - 26 / height, 1 - (top - 8) / height)
    print "unset border\nunset tics"
    printf "set key center center horizontal noenhanced maxrows %d samplen 3\n", legend_rows
    print "set xrange [0:1]\nset yrange [0:1]"
    line = "plot "
    for (i = 1; i <= n_series; i++) if (order[i] in present) {
        printf "%sNaN with linespoints linetype %d title %s", line, i, text(called[i])
        line = ", "
    }
    print "\nunset key\nset border 3 linecolor rgb '#666666'"
    print "set xtics nomirror\nset ytics nomirror"
    print "set grid xtics ytics linetype 1 linewidth 0.5 linecolor rgb '#cccccc' dashtype 1"
    print "set xrange [*:*]\nset yrange [*:*]"
    if (logx) print "set logscale x"
    print "set format y '%g'"
}

# Shapes that can be filled are, of what is polished: their numbers are the next ones. Crosses and stars cannot.
function shape_of(open, dashes) { return open + (dashes == 2 && open > 3) }

# Panel m of the i-th row.
function panel(i, m,    wider, r, column, line_of, left, below, name, extent) {
    r = shown_row[i]
    column = n_rows == 1 ? (m - 1) % across : m - 1
    line_of = n_rows == 1 ? int((m - 1) / across) : i - 1
    left = panel_w * column + axes_left
    below = height - (top + panel_h * line_of + axes_top + axes_h)
    margins(left / width, (left + axes_w) / width, (below + axes_h) / height, below / height)
    if (line_of == down - 1 || n_rows == 1) printf "set xlabel %s noenhanced offset 0,0.5\n", text(xname)
    else print "unset xlabel"
    if (m == 1) printf "set label 1 %s noenhanced at screen %g,%g left font ',11'\n", text(shown(row[r])), \
        10 / width, (n_rows == 1 ? height - 15 : below + axes_h + 14) / height
    else print "unset label 1"
    print "set xtics " x_marks(r, metric[m])
    name = metric[m] in axis ? axis[metric[m]] : metric[m]
    extend(r, metric[m], extent)
    print "set yrange [*:*]"
    # A logarithmic axis goes to the next powers of ten, as nothing else of it is labelled.
    if (metric[m] in may_be_log && extent["low"] > 0 && extent["high"] > 8 * extent["low"]) {
        print "set logscale y\nset ytics autofreq\nset autoscale y\nset autoscale xfix"
        print "set offsets graph 0.02, graph 0.02, 0, 0"
        sub(/\)$/, "; log scale)", name)
    } else if (zero || extent["high"] == extent["low"]) {
        linear(1.1 * (extent["low"] < 0 ? extent["low"] : 0), \
            (extent["high"] > 0 ? 1.1 * extent["high"] : !extent["low"]))
    } else {
        wider = (least[metric[m]] - extent["high"] + extent["low"]) / 2
        if (wider < 0) wider = 0
        wider += 0.05 * (extent["high"] - extent["low"])
        linear(extent["low"] - wider, extent["high"] + wider)
    }
    printf "set label 2 %s noenhanced at screen %g,%g center rotate\n", text(name), \
        (left - axes_left + 28) / width, (below + axes_h / 2) / height
    plot(r, metric[m])
}

# An axis of y that is not logarithmic.
function linear(low, high) {
    print "unset logscale y\nset autoscale fix\nset offsets graph 0.02, graph 0.02, 0, 0"
    printf "set yrange [%.9g:%.9g]\nset ytics %g nomirror\n", low, high, spacing(high - low)
}

# The least and the largest value in a panel: extent["low"], extent["high"].
function extend(r, name, extent,    i, j, n, x, key, any) {
    for (i = 1; i <= n_series; i++) {
        n = split(xs[r, order[i], name], x, " ")
        for (j = 1; j <= n; j++) {
            key = r SUBSEP order[i] SUBSEP name SUBSEP x[j]
            if (!any++) { extent["low"] = low[key] + 0; extent["high"] = high[key] + 0 }
            if (low[key] + 0 < extent["low"]) extent["low"] = low[key] + 0
            if (high[key] + 0 > extent["high"]) extent["high"] = high[key] + 0
        }
    }
}

# The lines of a panel: their points, and the command that draws them.
function plot(r, name,    i, j, n, x, points, key, bars, drawn) {
    for (i = 1; i <= n_series; i++) {
        points = r SUBSEP order[i] SUBSEP name
        if (xs[points] == "") continue
        printf "$s%d << EOD\n", i
        n = split(xs[points], x, " ")
        sort_numbers(x, n)
        bars = 0
        for (j = 1; j <= n; j++) {
            key = points SUBSEP x[j]
            printf "%s\t%.6g\t%.6g\t%.6g\n", number(x[j]), sum[key] / count[key], low[key], high[key]
            if (count[key] > 1) bars = 1
        }
        print "EOD"
        drawn = drawn (drawn == "" ? "plot " : ", ") "$s" i " using 1:2" (bars ? ":3:4 with yerrorlines" : \
            " with linespoints") " linetype " i
    }
    if (drawn != "") print drawn
}

# Infinitely many documents stand behind the most that there are.
function number(x) { return x == "infinite" ? 4 * largest_x : x }

# The marks of a panel's x: on a logarithmic axis, or where they are few, those that there are, but for names that would
# touch; else half a dozen.
function x_marks(r, name,    i, j, n, m, x, all, seen, list, last, range, at_x) {
    for (i = 1; i <= n_series; i++) {
        n = split(xs[r, order[i], name], x, " ")
        for (j = 1; j <= n; j++) if (!(x[j] in seen)) { seen[x[j]] = 1; all[++m] = x[j] }
    }
    sort_numbers(all, m)
    range = logx && m > 1 ? log(number(all[m]) / all[1]) : number(all[m]) - all[1]
    if (logx || m <= 5) {
        for (i = 1; i <= m; i++) {
            at_x = number(all[i])
            name = at_x == all[i] ? all[i] : "inf."
            if (i > 1 && axes_w * (logx ? log(at_x / last) : at_x - last) / range < 6 + 3.5 * length(name last)) \
                continue
            list = list (list == "" ? "" : ", ") mark(name) " " at_x
            last = at_x
        }
        return "(" list ")"
    }
    return spacing(range)
}

# Between marks, so that a range has half a dozen at most.
function spacing(range,    step) {
    for (step = 1e-6; step * 10 < range; step *= 10) continue
    return range > step * 5 ? step * 2 : (range > step * 2.5 ? step : step / 2)
}

# A name for people: options after commas.
function shown(id) { gsub(/@/, ", ", id); return id }

function sort_numbers(x, n,    i, j, v) {
    for (i = 2; i <= n; i++) {
        v = x[i]
        for (j = i - 1; j >= 1 && number(x[j]) + 0 > number(v) + 0; j--) x[j + 1] = x[j]
        x[j + 1] = v
    }
}
