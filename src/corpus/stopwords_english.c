/* The built-in English stop list: words that say how a sentence is made, not what it is about.
 *
 * In: articles and other determiners, pronouns, prepositions, conjunctions, auxiliaries, the
 * small numerals (one to ten, first to third), adverbs of degree, frequency, order and stance, a
 * few courtesies and titles, and the verbs that are mostly grammar (become, come, get, give, go,
 * let, make, put, say, seem, take). Contractions stand whole (don't), in pieces (don, the single
 * letters, ll, ve, n't), and as typed without the apostrophe (dont) where that is no word of its
 * own: tokenisers differ.
 *
 * Left out, since they carry subject matter somewhere: other verbs (know, think, use, want),
 * adjectives, nouns of any frequency (people, system, time, way, work), names, months,
 * abbreviations of a trade, and homographs that are as much content as grammar: mine, won, id,
 * ill, shed, forward, past, round, zero. Words that are grammar far more often are in, though
 * they have another sense: can, down, haven, like, may, might, us, well, will. A corpus has stop
 * words of its own as well (writes, article); those are for --stop and --max-df.
 *
 * Lower-case ASCII, sorted by bytes, no word twice. */
#include "jsmf/corpus.h"

const char *const jsmf_corpus_stopwords_english[] = {
    "'d", "'ll", "'m", "'re", "'s", "'ve", "a", "able", "about", "above", "absolutely",
    "according", "accordingly", "across", "actually", "after", "afterward", "afterwards", "again",
    "against", "ago", "ah", "ain", "ain't", "aint", "albeit", "all", "almost", "alone", "along",
    "alongside", "already", "also", "although", "altogether", "always", "am", "amid", "amidst",
    "among", "amongst", "an", "and", "another", "any", "anybody", "anyhow", "anyone", "anything",
    "anyway", "anyways", "anywhere", "apart", "apparently", "approximately", "are", "aren",
    "aren't", "arent", "around", "as", "at", "atop", "away", "b", "back", "barely", "basically",
    "be", "became", "because", "become", "becomes", "becoming", "been", "before", "behind",
    "being", "below", "beneath", "beside", "besides", "between", "beyond", "both", "but", "by",
    "c", "came", "can", "can't", "cannot", "certain", "certainly", "clearly", "come", "comes",
    "coming", "completely", "concerning", "consequently", "could", "could've", "couldn",
    "couldn't", "couldnt", "currently", "d", "definitely", "despite", "did", "didn", "didn't",
    "didnt", "do", "does", "doesn", "doesn't", "doesnt", "doing", "don", "don't", "done", "dont",
    "down", "due", "during", "e", "each", "easily", "eg", "eh", "eight", "either", "else",
    "elsewhere", "enough", "especially", "etc", "even", "eventually", "ever", "every", "everybody",
    "everyone", "everything", "everywhere", "exactly", "except", "extremely", "f", "fairly", "far",
    "farther", "few", "fewer", "finally", "first", "five", "following", "for", "former",
    "formerly", "forth", "four", "from", "further", "furthermore", "g", "gave", "generally", "get",
    "gets", "getting", "give", "given", "gives", "giving", "go", "goes", "going", "gone", "gonna",
    "got", "gotta", "gotten", "greatly", "h", "had", "hadn", "hadn't", "hadnt", "hardly", "has",
    "hasn", "hasn't", "hasnt", "have", "haven", "haven't", "havent", "having", "he", "he'd",
    "he'll", "he's", "hello", "hence", "her", "here", "here's", "herein", "hers", "herself", "hey",
    "hi", "highly", "him", "himself", "his", "how", "how's", "however", "i", "i'd", "i'll", "i'm",
    "i've", "ie", "if", "im", "in", "including", "indeed", "inside", "instead", "into", "is",
    "isn", "isn't", "isnt", "it", "it'd", "it'll", "it's", "its", "itself", "ive", "j", "just",
    "k", "l", "largely", "last", "later", "latter", "least", "less", "lest", "let", "let's",
    "lets", "like", "likely", "little", "ll", "lot", "lots", "m", "made", "mainly", "make",
    "makes", "making", "many", "may", "maybe", "me", "meanwhile", "merely", "might", "more",
    "moreover", "most", "mostly", "mr", "mrs", "much", "must", "mustn", "mustn't", "mustnt", "my",
    "myself", "n", "n't", "namely", "near", "nearby", "nearly", "necessarily", "needn", "needn't",
    "neither", "never", "nevertheless", "next", "nine", "no", "nobody", "non", "none",
    "nonetheless", "noone", "nor", "normally", "not", "notably", "nothing", "notwithstanding",
    "now", "nowadays", "nowhere", "o", "obviously", "occasionally", "of", "off", "often", "oh",
    "ok", "okay", "on", "once", "one", "ones", "oneself", "only", "onto", "or", "originally",
    "other", "others", "otherwise", "ought", "oughtn", "oughtn't", "our", "ours", "ourselves",
    "out", "outside", "over", "overall", "own", "p", "particularly", "partly", "per", "perhaps",
    "please", "plenty", "plus", "possibly", "practically", "presumably", "previously", "primarily",
    "probably", "put", "puts", "putting", "q", "quite", "r", "rarely", "rather", "re", "really",
    "recently", "regarding", "relatively", "respectively", "roughly", "s", "said", "same", "say",
    "saying", "says", "second", "seem", "seemed", "seeming", "seems", "seldom", "seven", "several",
    "shall", "shan", "shan't", "she", "she'd", "she'll", "she's", "shortly", "should", "should've",
    "shouldn", "shouldn't", "shouldnt", "similarly", "simply", "since", "six", "slightly", "so",
    "some", "somebody", "someday", "somehow", "someone", "something", "sometime", "sometimes",
    "somewhat", "somewhere", "soon", "sooner", "specifically", "still", "subsequently", "such",
    "t", "take", "taken", "takes", "taking", "ten", "th", "than", "thank", "thanks", "that",
    "that'd", "that'll", "that's", "thats", "the", "thee", "their", "theirs", "them", "themself",
    "themselves", "then", "there", "there's", "thereafter", "thereby", "therefore", "therein",
    "thereof", "theres", "these", "they", "they'd", "they'll", "they're", "they've", "theyll",
    "theyre", "theyve", "third", "this", "those", "thou", "though", "three", "through",
    "throughout", "thru", "thus", "thy", "till", "tis", "to", "together", "too", "took", "toward",
    "towards", "twas", "twice", "two", "typically", "u", "ultimately", "unable", "under",
    "underneath", "unfortunately", "unless", "unlike", "unlikely", "until", "unto", "up", "upon",
    "us", "used", "using", "usually", "v", "various", "ve", "versus", "very", "via", "virtually",
    "vs", "w", "wanna", "was", "wasn", "wasn't", "wasnt", "we", "we'd", "we'll", "we're", "we've",
    "well", "went", "were", "weren", "weren't", "werent", "what", "what's", "whatever", "whats",
    "when", "whenever", "where", "where's", "whereas", "whereby", "wherein", "wherever", "whether",
    "which", "whichever", "while", "whilst", "who", "who'd", "who'll", "who's", "whoever", "whom",
    "whos", "whose", "why", "will", "with", "within", "without", "won't", "would", "would've",
    "wouldn", "wouldn't", "wouldnt", "x", "y", "ye", "yeah", "yes", "yet", "you", "you'd",
    "you'll", "you're", "you've", "youd", "youll", "your", "youre", "yours", "yourself",
    "yourselves", "youve", "z",
};
const size_t jsmf_corpus_stopwords_english_count =
    sizeof jsmf_corpus_stopwords_english / sizeof *jsmf_corpus_stopwords_english;
