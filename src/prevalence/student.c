/* Quantiles of Student's distribution, by the incomplete beta function. */
#include "student.h"

#include <math.h>

static double log_gamma(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}

/* Coefficient i, from 1 on, of the continued fraction 1 / (1 + d_1 / (1 + d_2 / (1 + ...))) of the incomplete beta
 * function (Abramowitz and Stegun 26.5.8). */
static double coefficient(double a, double b, double x, int i)
{
    const double m = (double)(i / 2);
    if (i % 2)
        return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
}

/* The fraction from its front on, by Lentz's method. It converges fast for x below (a + 1) / (a + b + 2). */
static double fraction(double a, double b, double x)
{
    static const double tiny = 1e-300, enough = 1e-15;
    enum { MOST_STEPS = 10000 };
    double c = 1, d = 0, value = 1;
    for (int i = 1; i <= MOST_STEPS; i++) {
        const double term = coefficient(a, b, x, i);
        d = 1 + term * d;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = 1 + term / c;
        c = fabs(c) < tiny ? tiny : c;
        value *= c * d;
        if (fabs(c * d - 1) < enough)
            break;
    }
    return 1 / value;
}

/* I_x(a, b) for x in (0, 1). */
static double incomplete_beta(double a, double b, double x)
{
    const double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * fraction(a, b, x) / a : 1 - front * fraction(b, a, 1 - x) / b;
}

/* P(|T| > t) = I_x(n / 2, 1 / 2) with x = n / (n + t^2) (Abramowitz and Stegun 26.7.1). */
static double beyond(double degrees, double t)
{
    const double x = degrees / (degrees + t * t);
    return x <= 0 ? 0 : x >= 1 ? 1 : incomplete_beta(degrees / 2, 0.5, x);
}

double jsmf_prevalence_student(double degrees, double p)
{
    static const double most_degrees = 1e6; /* from here on it is the normal distribution, to 6 digits */
    enum { HALVINGS = 80 };
    double low = -10, high = 30; /* of log t */
    if (!(degrees > 0))
        return INFINITY;
    if (degrees > most_degrees)
        degrees = most_degrees;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (low + high) / 2;
        if (beyond(degrees, exp(middle)) > p)
            low = middle;
        else
            high = middle;
    }
    return exp(high);
}
