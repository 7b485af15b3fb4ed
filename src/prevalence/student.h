/* Student's distribution. */
#ifndef JSMF_PREVALENCE_STUDENT_H
#define JSMF_PREVALENCE_STUDENT_H

/* The t that a variable of Student's distribution with so many degrees of freedom, which need not be whole, exceeds in
 * absolute value with probability p, in (0, 1); infinity where the degrees are not above 0. */
double jsmf_prevalence_student(double degrees, double p);

#endif
