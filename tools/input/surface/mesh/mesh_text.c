/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads words and lines of text meshes. */
#include "mesh.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void mesh_text(struct mesh_file *f)
{
  char mark[3] = "";
  rewind(f->in);
  if (fread(mark, 1, sizeof mark, f->in) < sizeof mark || memcmp(mark, "\xef\xbb\xbf", sizeof mark))
    rewind(f->in);
  f->line = 1;
}

/* A backslash at the end of a line continues it on the next one, as in OBJ. */
static int next_byte(struct mesh_file *f)
{
  int c = getc_unlocked(f->in);
  if (c == '\r')
    c = ' ';
  if (c != '\\')
    return c;
  int next = getc_unlocked(f->in);
  if (next == '\r')
    next = getc_unlocked(f->in);
  if (next == '\n') {
    f->line++;
    return ' ';
  }
  ungetc(next, f->in);
  return c;
}

static bool is_blank(int c)
{
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/* Reads the word that begins with c. */
static void take_word(struct mesh_file *f, int c)
{
  size_t length = 0;
  for (; c != EOF && c != '\n' && !is_blank(c); c = next_byte(f))
    if (length < sizeof f->token - 1)
      f->token[length++] = (char)c;
  f->token[length] = 0;
  f->ended = c == '\n' || c == EOF;
}

/* Returns the first byte that is not a blank. */
static int skip_blanks(struct mesh_file *f)
{
  int c;
  do
    c = next_byte(f);
  while (is_blank(c));
  return c;
}

bool mesh_token_here(struct mesh_file *f)
{
  *f->token = 0;
  if (f->ended)
    return false;
  const int c = skip_blanks(f);
  f->ended = c == '\n' || c == EOF;
  if (!f->ended)
    take_word(f, c);
  return *f->token;
}

bool mesh_token(struct mesh_file *f)
{
  while (!mesh_token_here(f)) {
    if (feof(f->in) || ferror(f->in))
      return false;
    f->line++;
    f->ended = false;
  }
  return true;
}

void mesh_rest(struct mesh_file *f, char *text, size_t room)
{
  size_t length = 0;
  for (int c = f->ended ? '\n' : skip_blanks(f); c != '\n' && c != EOF; c = next_byte(f))
    if (length < room - 1)
      text[length++] = (char)c;
  f->ended = true;
  while (length && is_blank(text[length - 1]))
    length--;
  text[length] = 0;
}

bool mesh_is_number(const struct mesh_file *f, double *value)
{
  char *end;
  *value = strtod(f->token, &end);
  return end != f->token && !*end;
}

bool mesh_word_is(const struct mesh_file *f, const char *word)
{
  return strcasecmp(f->token, word) == 0;
}
