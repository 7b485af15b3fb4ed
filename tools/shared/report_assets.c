/* The files of tools/report/ as arrays; the Makefile makes the numbers of their bytes. */
#include "report_page.h"

const char report_template[] = {
#include "tools/report/template.html.bytes"
};
const char report_style[] = {
#include "tools/report/style.css.bytes"
};
const char report_figures[] = {
#include "tools/report/figures.css.bytes"
};
const char report_script[] = {
#include "tools/report/script.js.bytes"
};
