/* SPDX-License-Identifier: BSD-3-Clause */
/* Which options were given, and which go together: the rules that stand in the tables of options. */
#include "cli_internal.h"

#include <assert.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

struct cli_uses cli_uses;

static void release(void)
{
  free(cli_uses.item);
}

void cli_add_use(const struct cli_option *option, const char *value)
{
  struct tile_error e;
  if (!cli_uses.item)
    atexit(release);
  check_or_exit(tile_reserve(&cli_uses.item, NULL, cli_uses.count + 1, sizeof *cli_uses.item, "the options", &e), &e);
  cli_uses.item[cli_uses.count++] = (struct cli_use){option, value};
}

bool cli_is_list(const struct cli_option *option)
{
  const size_t length = option->argument ? strlen(option->argument) : 0;
  return length > 3 && strcmp(option->argument + length - 3, "...") == 0;
}

/* ---- rows of the table ------------------------------------------------------ */

static bool is_row(const struct cli_option *row, const char *name)
{
  return !row->parse && strcmp(row->name, name) == 0;
}

static bool is_rule(const struct cli_option *row)
{
  return is_row(row, "needs") || is_row(row, "excludes") || is_row(row, "goes with");
}

/* An option or a kind of input; NULL: there is none of this name. */
static const struct cli_option *named(const struct cli_program *program, const char *name, size_t length)
{
  for (const struct cli_option *row = program->options; row && row->name; row++)
    if (!is_rule(row) && !is_row(row, "group") && strncmp(row->name, name, length) == 0 && !row->name[length])
      return row;
  return NULL;
}

/* ---- lists of others --------------------------------------------------------- */

enum { PATTERN = 64 };
struct other {
  const struct cli_option *option;
  char pattern[PATTERN]; /* "": any value */
};

/* Reads the first word of a list, and returns what is behind it; NULL: the list is at its end. */
static const char *next_other(struct other *o, const struct cli_program *program, const char *list)
{
  list += strspn(list, " ");
  const size_t word = strcspn(list, " "), name = strcspn(list, "= ");
  if (!word)
    return NULL;
  o->option = named(program, list, name);
  assert(o->option && word - name < PATTERN);
  snprintf(o->pattern, sizeof o->pattern, "%.*s", word > name ? (int)(word - name - 1) : 0, list + name + 1);
  return list + word;
}

static const struct cli_use *use_of(const struct other *o)
{
  for (size_t i = 0; i < cli_uses.count; i++) {
    const struct cli_use *use = cli_uses.item + i;
    if (use->option == o->option && (!*o->pattern || (use->value && fnmatch(o->pattern, use->value, 0) == 0)))
      return use;
  }
  return NULL;
}

static bool is_listed(const struct cli_program *program, const char *list, const struct cli_option *option)
{
  struct other o;
  while ((list = next_other(&o, program, list)))
    if (o.option == option)
      return true;
  return false;
}

/* ---- messages ------------------------------------------------------------------ */

/* A name in a message is "--steps" or "a surface". */
static const char *dashes(const struct cli_option *row)
{
  return row->parse ? "--" : "";
}

static const char *words(const struct cli_option *row)
{
  return row->parse ? row->name : row->help;
}

static void refuse(const struct cli_option *subject, const struct cli_option *rule, const struct cli_use *use,
                   bool value)
{
  cli_usage("%s%s %s: leave out %s%s%s%s", dashes(subject), words(subject), rule->help, dashes(use->option),
            words(use->option), value ? " " : "", value ? use->value : "");
}

/* With its argument, as "--watch X,Y,Z", or what the value has to begin with, or the pattern. */
static void put_other(FILE *out, const struct other *o)
{
  const char *argument = o->option->argument;
  fprintf(out, "%s%s", dashes(o->option), words(o->option));
  if (*o->pattern && strchr("*?[", *o->pattern))
    fprintf(out, " %s", o->pattern);
  else if (*o->pattern)
    fprintf(out, " %.*s", (int)strcspn(o->pattern, "*?["), o->pattern);
  else if (argument && *argument != '[')
    fprintf(out, " %.*s", (int)strlen(argument) - (cli_is_list(o->option) ? 3 : 0), argument);
}

static void want(const struct cli_program *program, const struct cli_option *subject, const struct cli_option *rule)
{
  struct tile_error e;
  struct other o, after = {0};
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  check_or_exit(out ? 0 : tile_fail_memory(&e, 1024, "a message"), &e);
  const char *list = next_other(&o, program, rule->argument);
  for (const char *rest, *before = ""; list; list = rest, o = after) {
    fputs(before, out);
    put_other(out, &o);
    rest = next_other(&after, program, list);
    before = rest && next_other(&(struct other){0}, program, rest) ? ", " : " or ";
  }
  check_or_exit(tile_text_end(out, &text) ? 0 : tile_fail_memory(&e, size, "a message"), &e);
  cli_usage("%s%s %s: give %s", dashes(subject), words(subject), rule->help, text);
}

/* ---- the rules ------------------------------------------------------------------- */

static void exclude(const struct cli_program *program, const struct cli_option *subject, const struct cli_option *rule)
{
  struct other o;
  for (const char *list = rule->argument; (list = next_other(&o, program, list));)
    if (use_of(&o))
      refuse(subject, rule, use_of(&o), *o.pattern);
}

/* Options of every program, and the input, always go with it. */
static void exclude_unlisted(const struct cli_program *program, const struct cli_option *subject,
                             const struct cli_option *rule)
{
  for (size_t i = 0; i < cli_uses.count; i++) {
    const struct cli_option *option = cli_uses.item[i].option;
    const bool own = option->parse && option == named(program, option->name, strlen(option->name));
    if (own && option != subject && !is_listed(program, rule->argument, option))
      refuse(subject, rule, cli_uses.item + i, false);
  }
}

static void need(const struct cli_program *program, const struct cli_option *subject, const struct cli_option *rule)
{
  struct other o;
  for (const char *list = rule->argument; (list = next_other(&o, program, list));)
    if (use_of(&o))
      return;
  want(program, subject, rule);
}

typedef void apply(const struct cli_program *program, const struct cli_option *subject, const struct cli_option *rule);

/* Applies the rules of this kind, of all options, or of those given. */
static void each_rule(const struct cli_program *program, const char *kind, bool given, apply *function)
{
  struct other subject = {0};
  for (const struct cli_option *row = program->options; row && row->name; row++)
    if (!is_rule(row))
      subject.option = row;
    else if (is_row(row, kind) && (!given || use_of(&subject)))
      function(program, subject.option, row);
}

void cli_check_excluded(const struct cli_program *program)
{
  each_rule(program, "goes with", true, exclude_unlisted);
  each_rule(program, "excludes", true, exclude);
}

void cli_check_needed(const struct cli_program *program)
{
  each_rule(program, "needs", true, need);
}

bool cli_given(const char *name)
{
  for (size_t i = 0; i < cli_uses.count; i++)
    if (strcmp(cli_uses.item[i].option->name, name) == 0)
      return true;
  return false;
}

/* ---- --help=pairs ------------------------------------------------------------------ */

static void print_name(const char *before, const struct cli_option *row)
{
  printf("%s%s%s", before, row->parse ? "--" : "", row->name);
}

static void print_excluded(const struct cli_program *program, const struct cli_option *subject,
                           const struct cli_option *rule)
{
  struct other o;
  for (const char *list = rule->argument; (list = next_other(&o, program, list));) {
    print_name("", subject);
    print_name(" excludes ", o.option);
    printf("%s%s\n", *o.pattern ? "=" : "", o.pattern);
  }
}

static void print_unlisted(const struct cli_program *program, const struct cli_option *subject,
                           const struct cli_option *rule)
{
  for (const struct cli_option *row = program->options; row->name; row++)
    if (row->parse && row != subject && !is_listed(program, rule->argument, row)) {
      print_name("", subject);
      print_name(" excludes ", row);
      putchar('\n');
    }
}

static void print_needed(const struct cli_program *program, const struct cli_option *subject,
                         const struct cli_option *rule)
{
  struct other o;
  const char *before = " needs ";
  print_name("", subject);
  for (const char *list = rule->argument; (list = next_other(&o, program, list)); before = " or ") {
    print_name(before, o.option);
    printf("%s%s", *o.pattern ? "=" : "", o.pattern);
  }
  putchar('\n');
}

void cli_print_pairs(const struct cli_program *program)
{
  each_rule(program, "goes with", false, print_unlisted);
  each_rule(program, "excludes", false, print_excluded);
  each_rule(program, "needs", false, print_needed);
}
