/* Warnings of the page, and those in the history of a file. */
#include "report.h"

#include <stdarg.h>
#include <string.h>

static void put(struct report *to, const char *name, const char *format, va_list values)
{
  char text[2400];
  vsnprintf(text, sizeof text, format, values);
  fputs("<li><b>", to->warning);
  html_text(to->warning, name);
  fputs("</b>: ", to->warning);
  html_text(to->warning, text);
  fputs("</li>\n", to->warning);
  to->warnings++;
}

void report_warn_of(struct report *r, const char *name, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  put(r, name, format, values);
  va_end(values);
}

/* ---- warnings of the programs, in the history --------------------------- */

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

int report_each_warning(struct report_file *r, report_use_warning *use, void *with)
{
  const struct tile_header *h = &r->f.domain.header;
  const char *text, *command = NULL;
  int code = 0;
  for (size_t i = 0; i < h->lines && !code; i++)
    if (!(text = report_history_warning(h->history[i])))
      command = is_last_of_program(h, i) ? h->history[i] : NULL;
    else if (command)
      code = use(r, command, text, with);
  return code;
}

static int contains(struct report_file *r, const char *command, const char *text, void *like)
{
  (void)r, (void)command;
  return strstr(text, like) != NULL;
}

void report_warn(struct report_file *r, const char *like, const char *format, ...)
{
  va_list values;
  if (like && report_each_warning(r, contains, (void *)like))
    return;
  va_start(values, format);
  put(r->report, r->name, format, values);
  va_end(values);
}
