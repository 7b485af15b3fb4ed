# The labels of topics, a gnuplot program, from the lines Label:TOPIC:NAME and Weight:TOPIC of results.tsv, of one
# corpus. A box's side is proportional to the part that a label has of a topic; the two largest have a colour. Topics
# count from 0; all of them together stand before them, at -1.
# A panel is a method's, side by side; of more than 30 topics, a method has several, and all stand one below the other.
# title: the figure's; of: what a label's share is a part of; whole: what all topics together are. Bytes must be
# characters, LC_ALL=C. Exit status 3 where there is nothing to draw.

BEGIN { FS = "\t"; most_labels = 40; most_topics = 30; most_letters = 60 }
$5 ~ /^(Label|Weight):/ {
    if (!($2 in seen)) { seen[$2] = ++n_methods; method[n_methods] = $2 }
    split($5, part, ":")
    topic = part[2] == "all" ? -1 : part[2] + 0
    if (topic >= k) k = topic + 1
    if (part[1] == "Weight") { weight[$2, topic] = $6; next }
    name = substr($5, length("Label:" part[2] ":") + 1)
    if (!(name in known)) { known[name] = ++n_known; in_order[n_known] = name }
    if (topic >= 0 && $6 + 0 > of_a_topic[name] + 0) of_a_topic[name] = $6 + 0
    share[$2, topic, name] = $6
    if ($6 + 0 > largest) largest = $6 + 0
}

# The rows: labels that no topic has would be empty ones, and of very many those with the largest parts are shown.
function keep_labels(    i, j, above, n) {
    for (i = 1; i <= n_known; i++) if (of_a_topic[in_order[i]] > 0) {
        n_of_topics++
        above = 0
        for (j = 1; j <= n_known && above < most_labels; j++) {
            n = of_a_topic[in_order[j]] - of_a_topic[in_order[i]]
            above += n > 0 || (n == 0 && j < i)
        }
        if (above >= most_labels) continue
        label[++n_labels] = in_order[i]
        n = letters(shown(in_order[i]))
        if (n > longest) longest = n
    }
}

# How many letters a text of UTF-8 has.
function letters(said) { gsub(/[\200-\277]/, "", said); return length(said) }

# A label, or the start of a very long one, which does not end within a letter.
function shown(name) {
    if (length(name) <= most_letters) return name
    name = substr(name, 1, most_letters - 3)
    sub(/[\300-\377]?[\200-\277]*$/, "", name)
    return name "..."
}

# The two labels of most of the topic.
function is_prominent(m, t, name,    i, above) {
    for (i = 1; i <= n_known && above < 2; i++) above += share[m, t, in_order[i]] + 0 > share[m, t, name] + 0
    return above < 2
}

# The figure's title: its lines, and how many letters the longest has.
function head(    line, n, i, said) {
    line[++n] = title
    line[++n] = "side of a box: the label's " of "; in orange the topic's two largest"
    said = n_known > n_of_topics ? counted(n_known - n_of_topics) " of no topic" : ""
    if (n_of_topics > n_labels) said = said (said ? " and " : "") counted(n_of_topics - n_labels) \
        " of smaller parts"
    if (said) line[++n] = said (n_known - n_labels == 1 ? " is left out" : " are left out")
    for (i = 1; i <= n; i++) if (letters(line[i]) > head_letters) head_letters = letters(line[i])
    n_head = n
    for (i = 2; i <= n; i++) line[1] = line[1] "\n" line[i]
    return line[1]
}
function counted(n) { return n (n == 1 ? " label" : " labels") }

END {
    keep_labels()
    if (!n_labels) exit 3
    title = head()
    parts = int((k + most_topics - 1) / most_topics)
    topics = int((k + parts - 1) / parts)
    across = parts == 1 ? n_methods : 1
    cell = 30; left = 25 + 7 * longest; top = 19 + 18 * n_head
    panel_w = left + cell * (topics + 1); panel_h = 70 + cell * n_labels
    width = panel_w * across + 30; height = top + panel_h * (parts == 1 ? 1 : parts * n_methods) + 30
    if (width < 40 + 7 * head_letters) width = 40 + 7 * head_letters
    if (width < 500) width = 500  # of the line below
    start = (width - panel_w * across - 30) / 2
    terminal(width, height)
    printf "set multiplot title %s noenhanced\n", text(title)
    print "unset key\nset border 0\nset tics scale 0\nset style fill solid noborder"
    printf "set yrange [%g:0.5]\nset xrange [-1.5:%g]\nset ytics (", n_labels + 0.5, topics - 0.5
    for (i = 1; i <= n_labels; i++) printf "%s%s %d", (i > 1 ? ", " : ""), mark(shown(label[i])), i
    print ") noenhanced"
    printf "set label 2 %s at screen 0.5,%g center\n", \
        text("topic, and below it its part of the corpus (all: " whole ")"), 20 / height
    for (m = 1; m <= n_methods; m++) for (part_of = 0; part_of < parts; part_of++)
        panel(method[m], part_of * topics, across > 1 ? m - 1 : 0, across > 1 ? 0 : (m - 1) * parts + part_of)
    print "unset multiplot"
}

# The topics of a method from the first one on, in a column and a row of panels.
function panel(m, first, column, row,    t, i, side, x, y, end, name) {
    end = first + topics < k ? first + topics : k
    print "$boxes << EOD"
    for (t = first - 1; t < end; t++) for (i = 1; i <= n_labels; i++) {
        side = share[m, t < first ? -1 : t, label[i]] / largest * 0.48
        if (side > 0) printf "%d\t%d\t%g\t%d\n", t - first, i, side, \
            t < first ? 10066329 : (is_prominent(m, t, label[i]) ? 13983232 : 29362)
    }
    print "EOD"
    x = start + panel_w * column + left; y = top + panel_h * row + 20
    margins(x / width, (x - left + panel_w) / width, 1 - y / height, 1 - (y + cell * n_labels) / height)
    printf "set xtics ("
    for (t = first - 1; t < end; t++)
        printf "%s%s %d", t < first ? "" : ", ", mark(t < first ? "all" : t "\n" hundredths(weight[m, t])), t - first
    name = m; sub(/@polish/, ", polished", name); gsub(/@/, ", ", name)
    printf ")\nset label 1 %s noenhanced at screen %g,%g left font ',11'\n", text(name), \
        x / width, 1 - (y - 17) / height
    print "plot $boxes using 1:2:($1-$3):($1+$3):($2-$3):($2+$3):4 with boxxyerror linecolor rgb variable"
    print "unset label 2"
}
function hundredths(x) { x = sprintf("%.2f", x); sub(/^0/, "", x); return x }
