/* SPDX-License-Identifier: BSD-3-Clause */
/* Is a text UTF-8? Names of files may be in any encoding, and JSON and HTML may not (RFC 3629, RFC 8259). */
#include "cli.h"

/* By the first byte, which is from `from` up to that of the next row: the bytes of the character, and the range of the second
 * one, which leaves out longer forms of shorter characters, halves of pairs, and what is behind U+10FFFF. */
static const struct {
  unsigned char from, bytes, least, most;
} forms[] = {{0x00, 1, 0, 0},       {0x80, 0, 0, 0},       {0xc2, 2, 0x80, 0xbf}, {0xe0, 3, 0xa0, 0xbf},
             {0xe1, 3, 0x80, 0xbf}, {0xed, 3, 0x80, 0x9f}, {0xee, 3, 0x80, 0xbf}, {0xf0, 4, 0x90, 0xbf},
             {0xf1, 4, 0x80, 0xbf}, {0xf4, 4, 0x80, 0x8f}, {0xf5, 0, 0, 0}};
enum { FORMS = sizeof forms / sizeof *forms };

int cli_utf8_bytes(const char *text)
{
  const unsigned char *byte = (const unsigned char *)text;
  int form = FORMS - 1;
  while (*byte < forms[form].from)
    form--;
  if (forms[form].bytes > 1 && (byte[1] < forms[form].least || byte[1] > forms[form].most))
    return 0;
  for (int i = 2; i < forms[form].bytes; i++)
    if ((byte[i] & 0xc0) != 0x80)
      return 0;
  return forms[form].bytes;
}
