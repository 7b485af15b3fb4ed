#!/usr/bin/env bash
# jsmf-text on English text, beside scikit-learn's CountVectorizer and gensim's simple_preprocess: a drawn corpus of
# MEGABYTES (100), with capitals, commas and figures. Processor seconds of whole processes on one thread, and ours by
# the clock on THREADS. Then ours on other writing.
# usage: tests/bench/text.sh BUILD_DIR
set -eu
build=$(cd "$1" && pwd)
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
export PATH="$build:$PATH"
runs=${RUNS:-3} megabytes=${MEGABYTES:-100}

# english WORDS MEGABYTES: documents of some hundred words, by Zipf's law.
english() {
    awk -v bytes="$2e6" '
        { word[NR - 1] = $1 }
        END {
            srand(1)
            for (n = 0; n < bytes;) {
                line = ""
                for (i = 40 + int(160 * rand()); i > 0; i--) {
                    w = word[int(exp(rand() * log(NR)))]
                    if (start || line == "") w = toupper(substr(w, 1, 1)) substr(w, 2)
                    u = rand()
                    start = u < 0.07
                    line = line w (start ? ". " : u < 0.12 ? ", " : u < 0.13 ? " 1984 " : u < 0.14 ? "\047s " : " ")
                }
                n += length(line) + 1
                print line
            }
        }' "$1"
}
speed() { awk -v n="$(stat -c %s "$2")" -v s="$3" -v t="$1" 'BEGIN { printf "%-62s %9.1f MB/s\n", t, n / s / 1e6 }'; }

conditions
english "$shared/data/20ng-bydate/vocab.20ng-bydate.txt" "$megabytes" >"$scratch/english"
ours=$(processor_seconds "$runs" "jsmf-text -q -t 1 --from text $scratch/english")
row "English, $megabytes MB: jsmf-text, processor" "$ours"
speed '...' "$scratch/english" "$ours"
speed "... by the clock, -t $threads" "$scratch/english" \
    "$(seconds "$runs" "jsmf-text -q -t $threads --from text $scratch/english")"
for peer in sklearn gensim; do
    if have_python $peer; then
        theirs=$(processor_seconds 1 "/usr/bin/python3 $here/peer_text.py $peer $scratch/english")
        row "English: $peer, processor, one run" "$theirs"
        ratio "$theirs" "$ours" "English: faster than $peer"
    else
        echo "$peer is not installed (Debian: python3-gensim python3-sklearn): left out"
    fi
done

# other NAME: sentences of standard input, in any order, some megabytes of them.
other() {
    awk -v bytes=8e6 '
        { line[NR] = $0; size[NR] = length($0) + 1 }
        END { srand(1); for (n = 0; n < bytes; n += size[i]) { i = 1 + int(NR * rand()); print line[i] } }
    ' >"$scratch/other"
    speed "$1: jsmf-text, processor" "$scratch/other" \
        "$(processor_seconds "$runs" "jsmf-text -q -t 1 --from text $scratch/other")"
}
awk '(n += length($0) + 1) < 2e7' "$scratch/english" |
    sed -E 's/e([a-z])/é\1/g; s/ou/oû/g; s/c([aou])/ç\1/g' >"$scratch/accents"
speed 'Latin with accents: jsmf-text, processor' "$scratch/accents" \
    "$(processor_seconds "$runs" "jsmf-text -q -t 1 --from text $scratch/accents")"
other Russian <<'END'
Правительство объявило о новой экономической политике.
Учёные исследуют изменение климата.
END
other Hindi <<'END'
सरकार ने नई आर्थिक नीति की घोषणा की है।
वैज्ञानिक अध्ययन कर रहे हैं।
END
other Korean <<'END'
정부는 새로운 경제 정책을 발표했다.
과학자들은 기후 변화를 연구하고 있다.
END
other Thai <<'END'
รัฐบาลประกาศนโยบายเศรษฐกิจใหม่
นักวิทยาศาสตร์กำลังศึกษาภูมิอากาศ
END
other Chinese <<'END'
政府工作报告指出，今年国内生产总值增长百分之六左右。
专家认为，气候变化将对农业产生深远影响。
他昨天从上海坐火车到广州参加了一个国际会议。
END
other Japanese <<'END'
政府は新しい経済政策を発表し、企業に投資を促した。
科学者たちは新しい治療法を開発するために研究を続けている。
END
