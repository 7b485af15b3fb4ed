# The labels of topics, a gnuplot program, from the lines Label:TOPIC:NAME and Weight:TOPIC of results.tsv, of one
# corpus. A box's side is proportional to the part that a label has of a topic; the two largest have a colour. Topics
# count from 0; all of them together stand before them, at -1.
# title: the figure's; of: what a label's share is a part of; whole: what all topics together are.
# Exit status 3 where there is nothing to draw.

BEGIN { FS = "\t" }
$5 ~ /^(Label|Weight):/ {
    if (!($2 in seen)) { seen[$2] = ++n_methods; method[n_methods] = $2 }
    split($5, part, ":")
    topic = part[2] == "all" ? -1 : part[2] + 0
    if (topic >= k) k = topic + 1
    if (part[1] == "Weight") { weight[$2, topic] = $6; next }
    name = substr($5, length("Label:" part[2] ":") + 1)
    if (!(name in known)) { known[name] = ++n_known; in_order[n_known] = name }
    if (topic >= 0 && $6 > 0) of_a_topic[name] = 1
    share[$2, topic, name] = $6
    if ($6 + 0 > largest) largest = $6 + 0
}

# Labels that no topic has would be empty rows.
function keep_labels(    i) {
    for (i = 1; i <= n_known; i++) if (in_order[i] in of_a_topic) {
        label[++n_labels] = in_order[i]
        if (length(in_order[i]) > longest) longest = length(in_order[i])
    }
}

# The two labels of most of the topic.
function is_prominent(m, t, name,    i, above) {
    for (i = 1; i <= n_labels; i++) if (share[m, t, label[i]] + 0 > share[m, t, name] + 0) above++
    return above < 2
}

END {
    keep_labels()
    if (!n_labels) exit 3
    cell = 30; left = 25 + 7 * longest
    panel = left + cell * (k + 1)
    width = panel * n_methods + 30; height = 155 + cell * n_labels
    if (width < 500) width = 500  # of the lines above and below
    start = (width - panel * n_methods - 30) / 2
    terminal(width, height)
    left_out = n_known - n_labels
    printf "set multiplot title %s noenhanced\n", text(title "\n" \
        "side of a box: the label's " of "; in orange the topic's two largest" \
        (left_out ? " (" left_out (left_out == 1 ? " label" : " labels") " of no topic left out)" : ""))
    print "unset key\nset border 0\nset tics scale 0\nset style fill solid noborder"
    printf "set yrange [%g:0.5]\nset xrange [-1.5:%g]\nset ytics (", n_labels + 0.5, k - 0.5
    for (i = 1; i <= n_labels; i++) printf "%s%s %d", (i > 1 ? ", " : ""), mark(label[i]), i
    print ") noenhanced"
    printf "set label 2 %s at screen 0.5,%g center\n", \
        text("topic, and below it its part of the corpus (all: " whole ")"), 20 / height
    for (m = 1; m <= n_methods; m++) {
        printf "$boxes%d << EOD\n", m
        for (t = -1; t < k; t++) for (i = 1; i <= n_labels; i++) {
            side = share[method[m], t, label[i]] / largest * 0.48
            if (side > 0) printf "%d\t%d\t%g\t%d\n", t, i, side, \
                t < 0 ? 10066329 : (is_prominent(method[m], t, label[i]) ? 13983232 : 29362)
        }
        print "EOD"
        margins((start + panel * (m - 1) + left) / width, (start + panel * m) / width, 1 - 75 / height, 80 / height)
        printf "set xtics ("
        for (t = -1; t < k; t++)
            printf "%s%s %d", t < 0 ? "" : ", ", mark(t < 0 ? "all" : t "\n" hundredths(weight[method[m], t])), t
        name = method[m]; sub(/@polish/, ", polished", name); gsub(/@/, ", ", name)
        printf ")\nset label 1 %s noenhanced at screen %g,%g left font ',11'\n", text(name), \
            (start + panel * (m - 1) + left) / width, 1 - 58 / height
        printf "plot $boxes%d using 1:2:($1-$3):($1+$3):($2-$3):($2+$3):4 with boxxyerror linecolor rgb variable\n", m
        print "unset label 2"
    }
    print "unset multiplot"
}
function hundredths(x) { x = sprintf("%.2f", x); sub(/^0/, "", x); return x }
