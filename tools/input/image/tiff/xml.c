/* SPDX-License-Identifier: BSD-3-Clause */
#include "xml.h"

#include <stdlib.h>
#include <string.h>

static const char spaces[] = " \t\r\n";

static const char *skip_comment(const char *at)
{
  const char *end = strstr(at, "-->");
  return end ? end + 3 : at + strlen(at);
}

bool xml_next(const char **at, struct xml_tag *tag)
{
  const char *open = *at;
  while ((open = strchr(open, '<'))) {
    if (strncmp(open, "<!--", 4) == 0) {
      open = skip_comment(open);
      continue;
    }
    size_t length = strcspn(++open, " \t\r\n/><");
    const char *colon = memchr(open, ':', length);
    tag->name = colon ? colon + 1 : open;
    tag->attributes = *at = open + length;
    tag->length = (size_t)(*at - tag->name);
    if (tag->length && !strchr("/?!", *open))
      return true;
  }
  *at += strlen(*at);
  return false;
}

bool xml_is(const struct xml_tag *tag, const char *name)
{
  return strlen(name) == tag->length && memcmp(tag->name, name, tag->length) == 0;
}

/* Reads one character of a value; moves *at to the next. */
static int next_character(const char **at)
{
  char *end;
  if (strncmp(*at, "&#", 2))
    return (unsigned char)*(*at)++;
  bool hexadecimal = (*at)[2] == 'x';
  long code = strtol(*at + 2 + hexadecimal, &end, hexadecimal ? 16 : 10);
  if (*end != ';' || code < 1 || code > 255)
    return (unsigned char)*(*at)++;
  *at = end + 1;
  return (int)code;
}

static void copy_value(char *to, const char *from, const char *end, size_t room)
{
  size_t n = 0;
  while (from < end && n + 1 < room)
    to[n++] = (char)next_character(&from);
  to[n] = 0;
}

bool xml_attribute(const struct xml_tag *tag, const char *name, char *value, size_t room)
{
  const char *at = tag->attributes;
  *value = 0;
  for (;;) {
    at += strspn(at, spaces);
    size_t length = strcspn(at, "= \t\r\n></");
    const char *quoted = at + length + strspn(at + length, spaces);
    quoted += *quoted == '=' ? 1 + strspn(quoted + 1, spaces) : 0;
    const char *end = *quoted == '"' || *quoted == '\'' ? strchr(quoted + 1, *quoted) : NULL;
    if (!length || !end)
      return false;
    if (length == strlen(name) && memcmp(at, name, length) == 0) {
      copy_value(value, quoted + 1, end, room);
      return true;
    }
    at = end + 1;
  }
}
