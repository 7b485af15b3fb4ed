/* Messages and the progress line: all that goes to standard error. */
#include "tool_state.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { LINE_BYTES = 4096, STAMP_BYTES = 64 };

static const double progress_interval = 0.25; /* seconds */

/* '?' in the place of what would hide or move other text of the line. */
static void veil(char *line, size_t length)
{
    enum { LONGEST = 4 };
    for (size_t i = 0; i < length;) {
        const size_t left = length - i;
        const char *next = line + i;
        if (jsmf_utf8_valid(next, left < LONGEST ? left : LONGEST) == 0) {
            i++;
            continue;
        }
        const bool hidden = jsmf_utf8_hidden(jsmf_utf8_next(&next));
        const size_t bytes = (size_t)(next - line) - i;
        if (hidden)
            memset(line + i, '?', bytes);
        i += bytes;
    }
}

/* "2026-11-29T04:15:00+0100 ", the local time, for a log. */
static const char *stamp(const tool_state *s, char text[STAMP_BYTES])
{
    const time_t now = time(NULL);
    struct tm local;
    text[0] = '\0';
    if (s->common.log && (!localtime_r(&now, &local) || !strftime(text, STAMP_BYTES, "%Y-%m-%dT%H:%M:%S%z ", &local)))
        text[0] = '\0';
    return text;
}

void tool_say(const tool_state *s, const char *prefix, const char *text)
{
    char line[LINE_BYTES], time[STAMP_BYTES];
    int length = snprintf(line, sizeof line - 1, "%s%s: %s%s", stamp(s, time), s->run.tool->name, prefix, text);
    size_t end = length < 0 ? 0 : (size_t)length < sizeof line - 1 ? (size_t)length : sizeof line - 2;
    veil(line, end);
    line[end++] = '\n';
    fwrite(line, 1, end, stderr);
}

static void erase(tool_progress *p)
{
    if (p->width)
        fprintf(stderr, "\r%*s\r", p->width, "");
    p->width = 0;
}

static void message(void *arg, jsmf_level level, const char *text)
{
    tool_state *s = arg;
    char prefix[96];
    if (level == JSMF_WARNING ? s->run.quiet : !s->run.verbose)
        return;
    erase(&s->progress);
    snprintf(prefix, sizeof prefix, "warning: %s%s", s->progress.part, *s->progress.part ? ": " : "");
    tool_say(s, level == JSMF_WARNING ? prefix : "", text);
}

static int columns(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80;
}

static void left_text(double seconds, char *text, size_t bytes)
{
    if (seconds < 100)
        snprintf(text, bytes, ", %.0f s left", seconds);
    else if (seconds < 6000)
        snprintf(text, bytes, ", %.0f min left", seconds / 60);
    else
        snprintf(text, bytes, ", %.1f h left", seconds / 3600);
}

static void draw(tool_state *s, const char *step, double done, double residual, double now)
{
    tool_progress *p = &s->progress;
    char line[512], left[64] = "", error[64] = "";
    int width = columns() - 1, length;
    if (done > 0 && now - p->step_start > 1)
        left_text((now - p->step_start) / done * (1 - done), left, sizeof left);
    if (residual >= 0)
        snprintf(error, sizeof error, ", residual %.2e", residual);
    length = snprintf(line, sizeof line, "%s: %s%s%s %.0f%%%s%s", s->run.tool->name, p->part, *p->part ? ": " : "",
                      step, 100 * done, error, left);
    if (length > (int)sizeof line - 1)
        length = (int)sizeof line - 1;
    if (length > width)
        length = width;
    erase(p);
    fprintf(stderr, "%.*s", length, line);
    p->width = length;
}

static int progress(void *arg, const char *step, double done, double residual)
{
    tool_state *s = arg;
    tool_progress *p = &s->progress;
    double now = jsmf_context_clock();
    if (strncmp(step, p->step, sizeof p->step - 1) != 0) {
        snprintf(p->step, sizeof p->step, "%s", step);
        p->step_start = now;
    }
    if (now - p->last < progress_interval)
        return 0;
    p->last = now;
    draw(s, step, done < 0 ? 0 : done > 1 ? 1 : done, residual, now);
    return 0;
}

void tool_progress_part(tool_run *run, const char *part)
{
    tool_progress *p = &((tool_state *)run)->progress;
    snprintf(p->part, sizeof p->part, "%s", part);
    p->step[0] = '\0'; /* the next step is a new one, whatever its name */
}

void tool_report_start(tool_state *s)
{
    s->progress.last = jsmf_context_clock();
    s->progress.step_start = s->progress.last;
    jsmf_context_set_message(s->run.ctx, message, s);
    if (!s->run.quiet && !s->common.log && isatty(STDERR_FILENO))
        jsmf_context_set_progress(s->run.ctx, progress, s);
}

void tool_report_end(tool_state *s)
{
    erase(&s->progress);
}
