/* tests/json FILE KEY...: checks that FILE ("-": standard input) is JSON and prints the value under the keys (names of
 * members, numbers of elements). Text is printed without quotes, objects and arrays unchanged. Exit 1: not JSON, or no
 * such value. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *document;

static void fail(const char *what, const char *at)
{
  fprintf(stderr, "json: %s at byte %td\n", what, at - document);
  exit(1);
}

static const char *space(const char *at)
{
  return at + strspn(at, " \t\r\n");
}

static const char *expect(const char *at, char sign)
{
  at = space(at);
  if (*at != sign)
    fail("unexpected character", at);
  return space(at + 1);
}

static const char *pass_string(const char *at)
{
  if (*at != '"')
    fail("no text", at);
  for (at++; *at != '"'; at++) {
    if ((unsigned char)*at < ' ')
      fail("control character in text", at);
    if (*at == '\\' && !strchr("\"\\/bfnrtu", *++at))
      fail("unknown escape", at);
  }
  return at + 1;
}

static const char *digits(const char *at)
{
  if (!isdigit((unsigned char)*at))
    fail("no digit", at);
  while (isdigit((unsigned char)*at))
    at++;
  return at;
}

static const char *pass_number(const char *at)
{
  at += *at == '-';
  if (at[0] == '0' && isdigit((unsigned char)at[1]))
    fail("leading zero", at);
  at = digits(at);
  if (*at == '.')
    at = digits(at + 1);
  if ((*at | 32) == 'e') {
    at++;
    at = digits(at + (*at == '+' || *at == '-'));
  }
  return at;
}

static const char *pass_word(const char *at)
{
  static const char *const words[] = {"true", "false", "null"};
  for (int i = 0; i < 3; i++)
    if (strncmp(at, words[i], strlen(words[i])) == 0)
      return at + strlen(words[i]);
  return pass_number(at);
}

static const char *pass_value(const char *at);

/* Skips the members of an object or the elements of an array. With a key, it stops at the member of that name and
 * returns the start of its value, or NULL. */
static const char *pass_members(const char *at, const char *key)
{
  char closing = *at == '{' ? '}' : ']';
  long number = 0;
  at = space(at + 1);
  if (*at == closing)
    return key ? NULL : at + 1;
  for (;; number++) {
    const char *name = at;
    if (closing == '}')
      at = expect(pass_string(at), ':');
    if (key && (closing == '}' ? strncmp(name + 1, key, strlen(key)) == 0 && name[1 + strlen(key)] == '"'
                               : number == atol(key)))
      return at;
    at = space(pass_value(at));
    if (*at == closing)
      return key ? NULL : at + 1;
    at = expect(at, ',');
  }
}

static const char *pass_value(const char *at)
{
  at = space(at);
  if (*at == '{' || *at == '[')
    return pass_members(at, NULL);
  return *at == '"' ? pass_string(at) : pass_word(at);
}

static char *read_all(const char *path)
{
  static char text[1 << 24];
  FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
  if (!in) {
    perror(path);
    exit(1);
  }
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  return text;
}

int main(int argc, char **argv)
{
  if (argc < 2)
    return 1;
  document = read_all(argv[1]);
  const char *at = space(document);
  const char *end = space(pass_value(at));
  if (*end)
    fail("text after the end", end);
  for (int i = 2; i < argc; i++) {
    at = *at == '{' || *at == '[' ? pass_members(at, argv[i]) : NULL;
    if (!at) {
      fprintf(stderr, "json: no %s in %s\n", argv[i], argv[1]);
      return 1;
    }
  }
  end = pass_value(at);
  int quoted = *at == '"';
  printf("%.*s\n", (int)(end - at) - 2 * quoted, at + quoted);
  return 0;
}
