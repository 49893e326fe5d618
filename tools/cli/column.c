/* SPDX-License-Identifier: BSD-3-Clause */
/* The unit that stands in the head of a column. What is in square brackets, behind a slash or behind "in" must be one; what is
 * in round brackets, or behind a blank, an underscore or a change of case, may be part of a name. */
#include "cli.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%"
#define BEFORE " \t_/:.=|-"

enum { HEAD_TEXT = 128 };

/* ---- words ------------------------------------------------------------------------------- */

/* "ml s^-1" and "mL / s" without blanks: "ml.s^-1", "mL/s". */
static void join(char to[CLI_COLUMN_TEXT], const char *text)
{
  size_t length = 0;
  bool blank = false;
  for (; *text && length + 2 < CLI_COLUMN_TEXT; text++) {
    const bool joins = strchr("/*.^-", *text) || (length && strchr("/*.^", to[length - 1]));
    if (*text == ' ' || *text == '\t') {
      blank = true;
      continue;
    }
    if (blank && length && !joins)
      to[length++] = '.';
    blank = false;
    to[length++] = *text;
  }
  to[length] = 0;
}

static bool is_unit(struct cli_quantity *q, const char *word)
{
  struct tile_error e;
  char joined[CLI_COLUMN_TEXT], text[CLI_COLUMN_TEXT + 1];
  if (strlen(word) >= CLI_COLUMN_TEXT || !*word || isdigit((unsigned char)*word))
    return false;
  join(joined, word);
  snprintf(text, sizeof text, "1%s", joined);
  return !cli_quantity(q, text, &e) && q->physical;
}

static bool is_lattice(const char *text)
{
  static const char *const words[] = {"step", "steps", "time step", "time steps", "lattice", "lattice units", "lu"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcasecmp(text, words[i]))
      return true;
  return false;
}

/* Does a word begin here, as the M of timeMs and of QMlS? */
static bool is_camel(const char *head, size_t at)
{
  return at && isupper((unsigned char)head[at]) && isalnum((unsigned char)head[at - 1]);
}

static bool has_small(const char *text)
{
  while (*text && !islower((unsigned char)*text))
    text++;
  return *text;
}

/* The word, in any letters, between two of these signs; NULL: it is not there. */
static char *find_between(char *text, const char *word, const char *signs)
{
  const size_t length = strlen(word);
  for (char *at = text; *at; at++)
    if (at > text && strchr(signs, at[-1]) && !strncasecmp(at, word, length) && at[length] && strchr(signs, at[length]))
      return at;
  return NULL;
}

static void replace_per(char *text)
{
  for (char *at; (at = find_between(text, "per", "/."));) {
    at[-1] = '/';
    memmove(at, at + 4, strlen(at + 4) + 1);
  }
}

/* "ml_s", "mlS" and "ml per s" as "ml/s"; "ml_s-1" as "ml.s-1". In small letters where the head has no others, and where a
 * change of case parts words. */
static void spell(char to[CLI_COLUMN_TEXT], const char *head, size_t at, bool parts)
{
  const bool small = parts || is_camel(head, at) || !has_small(head);
  const char between = strchr(head + at, '-') ? '.' : '/';
  char text[2 * HEAD_TEXT];
  size_t length = 0;
  for (size_t i = at; head[i]; i++) {
    if (parts && i > at && is_camel(head, i))
      text[length++] = between;
    text[length++] = head[i] == '_' ? between : small ? (char)tolower((unsigned char)head[i]) : head[i];
  }
  while (length && strchr(" \t_.,", text[length - 1]))
    length--;
  text[length] = 0;
  join(to, text);
  replace_per(to);
}

bool cli_column_unit(struct cli_quantity *q, const char *word)
{
  char spelled[CLI_COLUMN_TEXT];
  spell(spelled, word, 0, false);
  return is_unit(q, word) || is_unit(q, spelled);
}

/* ---- the end of a head ---------------------------------------------------------------------- */

/* What is read, and for what: the dimension of the values, and whether this column has the times. */
struct reading {
  char head[HEAD_TEXT]; /* without brackets */
  const int *wanted;
  bool first;
  struct cli_column *to;
};

static bool is_of(const struct cli_quantity *q, const int *dimension)
{
  return cli_is(q, dimension[0], dimension[1], dimension[2]);
}

static bool is_time(const struct cli_quantity *q)
{
  return cli_is(q, 0, 1, 0);
}

/* Is a unit that stands here more than an accident? q_min may be a minimum, and flow_pa that of an artery. */
static bool counts(const struct reading *r, size_t at, const char *text, const struct cli_quantity *q)
{
  const char before = is_camel(r->head, at) ? 'a' : r->head[at - 1];
  if (before == '/' || strpbrk(text, "/.^23"))
    return true;
  if (!is_time(q))
    return text[1] && is_of(q, r->wanted);
  return r->first || (r->head[0] | 32) == 't' || (text[1] && strchr(" \t:=|", before));
}

static void put(struct cli_column *c, enum cli_column_state state, const struct cli_quantity *q, const char *text)
{
  c->state = state;
  c->unit = q ? *q : (struct cli_quantity){0};
  c->unit.text = NULL;
  snprintf(c->text, sizeof c->text, "%s", text);
}

/* "QmL/s": of L/s, or of mL/s with a name that ends here? */
static bool is_torn(const struct reading *r, size_t at, const char *text)
{
  struct cli_quantity q;
  char longer[CLI_COLUMN_TEXT + 1];
  snprintf(longer, sizeof longer, "%c%s", r->head[at - 1], text);
  return is_camel(r->head, at) && (*longer == 'M' || (strchr("mcku", *longer) && cli_column_unit(&q, longer)));
}

/* The unit from here to the end. fits: of this dimension, or a time. */
static bool take_from(const struct reading *r, size_t at, bool fits)
{
  for (int turn = 0; turn < 2; turn++) {
    struct cli_quantity q;
    char text[CLI_COLUMN_TEXT];
    spell(text, r->head, at, r->first ? turn : !turn);
    if (!cli_column_unit(&q, text) || !counts(r, at, text, &q) || (fits && !is_time(&q) && !is_of(&q, r->wanted)))
      continue;
    const bool doubtful =
        is_torn(r, at, text) || (is_time(&q) && !r->first && (r->head[0] | 32) != 't' && r->head[at - 1] == '/');
    put(r->to, doubtful ? CLI_COLUMN_MAYBE : CLI_COLUMN_UNIT, &q, text);
    return true;
  }
  return false;
}

/* The longest end that is a unit. */
static bool take_end(const struct reading *r)
{
  for (int fits = 1; fits >= 0; fits--)
    for (size_t at = 1; r->head[at]; at++)
      if ((strchr(BEFORE, r->head[at - 1]) || is_camel(r->head, at)) && !strchr(BEFORE, r->head[at]) &&
          take_from(r, at, fits))
        return true;
  return false;
}

/* ---- what should be a unit --------------------------------------------------------------------- */

static bool take_text(struct cli_column *c, const char *text, enum cli_column_state otherwise)
{
  struct cli_quantity q;
  if (is_lattice(text))
    put(c, CLI_COLUMN_NONE, NULL, "");
  else if (cli_column_unit(&q, text))
    put(c, CLI_COLUMN_UNIT, &q, text);
  else
    put(c, otherwise, NULL, text);
  return true;
}

/* Behind the word "in". */
static bool take_in(struct reading *r)
{
  const char *at = find_between(r->head, "in", " ");
  return at && take_text(r->to, at + 3, CLI_COLUMN_MAYBE);
}

static bool take_slash(const struct reading *r)
{
  const char *at = strchr(r->head, '/');
  return at && strpbrk(at, LETTERS) && take_text(r->to, at + 1 + strspn(at + 1, " "), CLI_COLUMN_MAYBE);
}

/* "time_hours": one word behind that of the time. */
static bool take_time(const struct reading *r)
{
  const size_t name = !strncasecmp(r->head, "time", 4) ? 4 : 1;
  const char *word = r->head + name + (r->head[name] && strchr(BEFORE + 2, r->head[name]));
  const bool parted = word > r->head + name || is_camel(r->head, name);
  if (!r->first || (r->head[0] | 32) != 't' || !parted || !*word || strspn(word, LETTERS) < strlen(word))
    return false;
  return take_text(r->to, word, CLI_COLUMN_MAYBE);
}

/* Takes the brackets out of the head, and reads them. */
static void take_brackets(struct reading *r)
{
  char *open;
  while ((open = strpbrk(r->head, "[({"))) {
    const size_t length = strcspn(open + 1, *open == '[' ? "]" : *open == '{' ? "}" : ")");
    const bool must = *open == '[';
    char text[HEAD_TEXT];
    struct cli_column found = {0};
    snprintf(text, sizeof text, "%.*s", (int)length, open + 1);
    if (strpbrk(text, LETTERS))
      take_text(&found, text, must ? CLI_COLUMN_WRONG : CLI_COLUMN_MAYBE);
    if (found.state > r->to->state)
      *r->to = found;
    memset(open, ' ', length + 1 + (open[1 + length] != 0));
  }
}

static void trim(char *text)
{
  size_t length = strlen(text);
  while (length && strchr(" \t", text[length - 1]))
    text[--length] = 0;
  memmove(text, text + strspn(text, " \t"), length + 1 - strspn(text, " \t"));
}

/* Is all of it a unit? p/mmHg is a second by its dimension. */
static bool take_all(const struct reading *r)
{
  struct cli_quantity q;
  if (!cli_column_unit(&q, r->head))
    return false;
  if (!is_of(&q, r->wanted) && take_end(r) && is_of(&r->to->unit, r->wanted))
    return true;
  put(r->to, CLI_COLUMN_BARE, &q, r->head);
  return true;
}

void cli_column_read(struct cli_column *c, const char *head, const int wanted[3], bool first)
{
  struct reading r = {.wanted = wanted, .first = first, .to = c};
  *c = (struct cli_column){0};
  snprintf(r.head, sizeof r.head, "%s", head);
  trim(r.head);
  if (take_all(&r))
    return;
  take_brackets(&r);
  trim(r.head);
  if (c->state < CLI_COLUMN_UNIT && *r.head && !take_in(&r) && !take_end(&r) && c->state == CLI_COLUMN_NONE &&
      !take_slash(&r))
    take_time(&r);
}
