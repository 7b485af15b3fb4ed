#include "metric_meanings.h"

#include <string.h>

enum { WIDTH = 79, INDENT = 6 };

static const char alone[] = "of the model alone", cooc[] = "with --cooc", bag[] = "with --bag",
                  held_out[] = "with --bag or --held-out", truth[] = "with --truth",
                  pairs[] = "with --truth and --compositions", fits[] = "with --truth, --compositions and --bag",
                  labels[] = "with --compositions and --labels",
                  word_labels[] = "with --word-labels", against[] = "with --against",
                  split[] = "with --split-half", used[] = "with --split-half and --bag",
                  by_topic[] = "with --per-topic, of topics alone";

/* In the order of what they need; jsmf-eval(1) has the formulas. */
static const metric_meaning meanings[] = {
    { "Legality", alone, "1", "sum of the correlations as recovered: 1 fits; always 1 of polished models" },
    { "DominancyCode", alone, "-", "how much a topic keeps to itself, 0 to 1" },
    { "Dominancy2019", alone, "low", "how often two tokens are of one topic, as in the paper of 2019" },
    { "Dominancy2021", alone, "low", "the same relative to the correlations' size, as in the paper of 2021" },
    { "Validity", alone, "0", "how far two ways to the topics' weights disagree, in bits; may be below 0" },
    { "Entropy", alone, "-", "how many topics a word is spread over: 0 one, 1 all alike" },
    { "Sparsity", alone, "high", "how few words make a topic, 0 to 1" },
    { "Specificity", alone, "high", "how far topics are from the corpus as a whole, in bits" },
    { "SoftDissimilarity", alone, "high", "how far topics are from one another, in bits" },
    { "Dissimilarity", alone, "high", "of a topic's 20 leading words, those that no other topic leads with" },
    { "UniqueWords", alone, "high", "of its leading words (-n), those that no other topic leads with" },
    { "SimCount", alone, "low", "leading words that pairs of topics share, in all" },
    { "BasisRank", alone, "-", "the anchor's rank among its topic's words" },
    { "SoftBasisRank", alone, "-", "how much rarer the anchor is than its topic's first word, a logarithm" },
    { "BasisQuality", alone, "high", "the anchor's rank in other topics" },
    { "SoftBasisQuality", alone, "low", "the anchor's probability in other topics: 0 for a true anchor" },
    { "SeparabilityAnchors", alone, "low", "how far anchors are other topics' words: 0 not at all" },
    { "SeparabilityBest", alone, "low", "the same for the K words that are best separated" },
    { "Recovery", cooc, "low", "how far words are from mixtures of the anchors" },
    { "RelativeRecovery", cooc, "low", "the same as a part of the co-occurrence" },
    { "Approximation", cooc, "low", "how far the model is from the co-occurrence" },
    { "RelativeApproximation", cooc, "low", "the same as a part of the co-occurrence" },
    { "OffDiagonalApproximation", cooc, "low", "the same without pairs of a word with itself" },
    { "LogRelativeVolume", cooc, "high", "how much more than random words the anchors span, a logarithm" },
    { "MSTIncoherence", cooc, "low", "how loosely a topic's words hang together, in edges of 0 to 1" },
    { "MSTIncoherencePerEdge", cooc, "low", "the same for one edge, 0 to 1" },
    { "Coherence", bag, "high", "whether leading words meet in documents, a sum of logarithms; 0 is best" },
    { "NPMI", bag, "high", "the same beyond chance, -1 to 1; 0 is chance" },
    { "HeldOutLogProbability", held_out, "high", "how well half of an unseen document tells the rest, a token" },
    { "TopicL1", truth, "low", "how far topics are from the true ones, 0 to 2" },
    { "AnchorRecovery", truth, "high", "the part of the true anchors that was found" },
    { "CorrelationError", truth, "low", "how far the correlations are from the true ones, a part of them" },
    { "Precision", pairs, "high", "of the prominent topics of documents, the part that is true" },
    { "Recall", pairs, "high", "of the truly prominent topics, the part that is found" },
    { "F1", pairs, "high", "both together, 0 to 1" },
    { "NonProminent", pairs, "low", "the part of documents in topics that are not truly prominent" },
    { "CompositionL1", pairs, "low", "how far compositions are from the true ones, 0 to 2" },
    { "CompositionLInfinity", pairs, "low", "the largest error of a topic, 0 to 1" },
    { "Hellinger", pairs, "low", "the Hellinger distance to the true compositions, 0 to 1" },
    { "Cosine", pairs, "low", "the cosine distance to the true compositions, 0 to 1" },
    { "RegularizerDiff", pairs, "high", "above 0: nearer to the correlations than the truth is" },
    { "LogPriorDiff", pairs, "high", "above 0: likelier by the correlations than the truth is" },
    { "LossDiff", fits, "high", "above 0: nearer to the documents than the truth is" },
    { "TotalDiff", fits, "high", "LossDiff and RegularizerDiff together" },
    { "LogLikeliDiff", fits, "high", "above 0: documents are likelier than by the truth, in nats" },
    { "KMeansAccuracy", labels, "high", "documents whose cluster is matched with their label; mean of 20 starts" },
    { "KMeansPurity", labels, "high", "documents of their cluster's commonest label; mean of 20 starts" },
    { "KMeansNMI", labels, "high", "what clusters say of labels, 0 to 1; mean of 20 starts" },
    { "KMeansAccuracyDeviation", labels, "-", "the standard deviation over the starts" },
    { "KMeansPurityDeviation", labels, "-", "the standard deviation over the starts" },
    { "KMeansNMIDeviation", labels, "-", "the standard deviation over the starts" },
    { "TopicAccuracy", labels, "high", "documents whose largest topic is matched with their label" },
    { "TopicPurity", labels, "high", "documents of their largest topic's commonest label" },
    { "TopicNMI", labels, "high", "what largest topics say of labels, 0 to 1" },
    { "WordLabelPurity", word_labels, "high", "a topic's leading words that have its commonest label, 0 to 1" },
    { "WordLabelEntropy", word_labels, "low", "how many labels they have, in bits: 0 one" },
    { "WordLabel:LABEL", word_labels, "-", "a topic's leading words that have this label, 0 to 1" },
    { "AgainstL1", against, "low", "how far topics are from the other model's, 0 to 2" },
    { "AgainstSharedWords", against, "high", "leading words that a topic shares with its match" },
    { "StableTopics", against, "high", "topics that share half of these words with their match" },
    { "SplitWords", split, "high", "the part of leading words that a topic shares with its match" },
    { "SplitShared10", split, "high", "topics that share a tenth of these words or more, a part of all" },
    { "SplitShared20", split, "high", "the same for two tenths" },
    { "SplitShared30", split, "high", "the same for three tenths" },
    { "SplitShared40", split, "high", "the same for four tenths" },
    { "SplitShared50", split, "high", "the same for half, as StableTopics counts" },
    { "SplitShared60", split, "high", "the same for six tenths" },
    { "SplitShared70", split, "high", "the same for seven tenths" },
    { "SplitShared80", split, "high", "the same for eight tenths" },
    { "SplitShared90", split, "high", "the same for nine tenths" },
    { "SplitCorrelation", used, "high", "how alike a topic and its match are used by documents, -1 to 1" },
    { "Weight", by_topic, "-", "p(topic)" },
    { "TrueTopic", by_topic, "-", "the topic's match among the true ones" },
    { "AgainstTopic", by_topic, "-", "the topic's match in the other model" },
    { "SplitTopic", by_topic, "-", "the topic's match in the other half's model" },
};

enum { MEANINGS = sizeof meanings / sizeof *meanings };

/* What stands behind a colon differs by label. */
const metric_meaning *metric_meaning_of(const char *name)
{
    const size_t family = strcspn(name, ":");
    for (size_t i = 0; i < MEANINGS; i++)
        if (strncmp(meanings[i].name, name, family + 1) == 0)
            return &meanings[i];
    return NULL;
}

void metric_meanings_help(FILE *f)
{
    const char *needs = NULL;
    int column = 0;
    fputs("\nMetrics, by what they need:\n", f);
    for (size_t i = 0; i < MEANINGS; i++) {
        const int width = (int)strlen(meanings[i].name);
        if (meanings[i].needs != needs) {
            fprintf(f, "%s  %s:\n%*s", needs ? "\n" : "", meanings[i].needs, INDENT - 1, "");
            column = INDENT - 1;
            needs = meanings[i].needs;
        } else if (column + 1 + width > WIDTH) {
            column = fprintf(f, "\n%*s", INDENT - 1, "") - 1;
        }
        column += fprintf(f, " %s", meanings[i].name);
    }
    fputs("\nWhich way is good and what each means: --format text; the formulas: the manual.\n", f);
}
