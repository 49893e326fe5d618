/* SPDX-License-Identifier: BSD-3-Clause */
/* The warnings in the history of a file. */
#include <config.h>

#include "report.h"
#include "warnings.h"

#include <stdarg.h>
#include <string.h>

const char *report_history_warning(const char *line)
{
  const size_t mark = strlen(TILE_WARNING);
  return strncmp(line, TILE_WARNING, mark) == 0 ? line + mark : NULL;
}

static size_t program_length(const char *line)
{
  return strcspn(line, " [");
}

/* A program that goes on from its own result warns anew of what still holds. */
static bool is_last_of_program(const struct tile_header *h, size_t command)
{
  const char *line = h->history[command];
  for (size_t i = command + 1; i < h->lines; i++)
    if (program_length(h->history[i]) == program_length(line) &&
        strncmp(h->history[i], line, program_length(line)) == 0)
      return false;
  return true;
}

/* Calls use() for each warning that still holds, with the line of its command, until it returns true. */
typedef bool use_warning(struct report_file *r, const char *command, const char *text, const char *with);

static bool each_warning(struct report_file *r, use_warning *use, const char *with)
{
  const struct tile_header *h = &r->f.domain.header;
  const char *text, *command = NULL;
  bool done = false;
  for (size_t i = 0; i < h->lines && !done; i++)
    if (!(text = report_history_warning(h->history[i])))
      command = is_last_of_program(h, i) ? h->history[i] : NULL;
    else if (command)
      done = use(r, command, text, with);
  return done;
}

static bool contains(struct report_file *r, const char *command, const char *text, const char *like)
{
  (void)r, (void)command;
  return strstr(text, like) != NULL;
}

void report_warn(struct report_file *r, const char *like, const char *format, ...)
{
  char text[2400];
  va_list values;
  if (like && each_warning(r, contains, like))
    return;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  report_warn_add(r->report, r->name, "", text);
}

static bool put_warning(struct report_file *r, const char *command, const char *text, const char *with)
{
  char program[40];
  (void)with;
  snprintf(program, sizeof program, "%.*s", (int)program_length(command), command);
  report_warn_add(r->report, r->name, program, text);
  return false;
}

void report_warnings_before(struct report_file *r)
{
  if (!r->f.domain.header.lines)
    report_warn(r, NULL, "the file has no history, which would hold what the programs warned of");
  each_warning(r, put_warning, NULL);
}
