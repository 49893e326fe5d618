/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages: one line on standard error, and the ways a program ends. */
#include "cli_internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *cli_name = "tessera";
bool cli_quiet, cli_no_progress, cli_failed;

/* A message must stay one line although it quotes names and header values, which may contain anything. */
/* U+0080 to U+009F are two bytes of UTF-8. */
static bool is_control(const char *c)
{
  const unsigned char here = (unsigned char)*c, next = (unsigned char)c[here != 0];
  return here < ' ' || here == 127 || (here == 0xc2 && next >= 0x80 && next < 0xa0);
}

static void clean(char *line)
{
  for (char *c = line; *c; c++)
    if (is_control(c))
      *c = '?';
}

enum { LINE = 2048 };

static void print_text(const char *mark, const char *text)
{
  char line[LINE];
  snprintf(line, sizeof line, "%s", text);
  clean(line);
  cli_progress_hide();
  fprintf(stderr, "%s: %s%s\n", cli_name, mark, line); /* one call: the programs of a pipe print at the same time */
}

/* If the reader stops early (`| head`), no message is needed. */
static bool reader_left(const char *text)
{
  return strstr(text, strerror(EPIPE)) != NULL;
}

struct cli_company cli_company;

/* An error that all processes meet is printed by the leading one, which ends the others; launchers need a second or
 * two. */
static void wait_turn(const char *text)
{
  if (!cli_company.end || (*text && !cli_company.follows))
    return;
  do
    sleep(3);
  while (!*text); /* another process prints the message */
}

void cli_fail(int code, const char *text)
{
  cli_progress_hide();
  wait_turn(text);
  if (!reader_left(text))
    print_text("", text);
  cli_failed = true;
  if (cli_company.end) {
    cli_discard_outputs();
    cli_company.end(code);
  }
  exit(code);
}

void cli_die(const struct tile_error *e)
{
  cli_fail(e->code ? e->code : EXIT_COULD_NOT, e->text);
}

void check_or_exit(int code, const struct tile_error *e)
{
  if (code)
    cli_die(e);
}

void cli_usage(const char *format, ...)
{
  char text[2048];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  cli_fail(EXIT_USAGE, text);
}

void cli_warn(const char *format, ...)
{
  char text[LINE];
  struct tile_error e;
  va_list list;
  if (cli_company.follows)
    return;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  print_text("warning: ", text);
  clean(text);
  check_or_exit(cli_keep_warning(text, &e), &e);
}

void cli_say(const char *format, ...)
{
  if (cli_quiet || cli_company.follows)
    return;
  char text[LINE];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  print_text("", text);
}
