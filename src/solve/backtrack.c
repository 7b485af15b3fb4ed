#include "backtrack.h"

#include <math.h>

static const double sufficient_part = 1e-4; /* of what the slope promises */
static const double shortening = 0.4;       /* of the length from one trial to the next */

jsmf_solve_backtrack jsmf_solve_backtrack_start(double value, double slope, double length, double rounding,
                                                size_t most_trials)
{
    return (jsmf_solve_backtrack){
        .value = value, .slope = slope, .rounding = rounding, .length = length, .trials_left = most_trials
    };
}

bool jsmf_solve_backtrack_goes_on(jsmf_solve_backtrack *line, double next)
{
    const double promised = sufficient_part * line->length * line->slope;
    line->accepted = next <= line->value + promised + line->rounding * fabs(line->value);
    if (line->accepted || --line->trials_left == 0)
        return false;
    line->length *= shortening;
    return true;
}
