/* SPDX-License-Identifier: BSD-3-Clause */
/* Text, pictures and numbers of a page. */
#include <config.h>

#include "html.h"

#include "cli.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void html_text(FILE *out, const char *text)
{
  static const struct {
    char plain;
    const char *escaped;
  } rows[] = {{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  for (; *text; text++) {
    const char *escaped = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
      escaped = rows[i].plain == *text ? rows[i].escaped : escaped;
    const int bytes = cli_utf8_bytes(text);
    if (escaped)
      fputs(escaped, out);
    else if (!bytes)
      fputs(CLI_NO_UTF8, out);
    else if (bytes > 1)
      text += fprintf(out, "%.*s", bytes, text) - 1;
    else
      putc((unsigned char)*text < ' ' || *text == 127 ? ' ' : *text, out);
  }
}

/* ---- pictures ---- */

void html_base64(FILE *out, const unsigned char *data, size_t bytes)
{
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < bytes; i += 3) {
    const size_t left = bytes - i;
    const unsigned word =
        (unsigned)data[i] << 16 | (left > 1 ? (unsigned)data[i + 1] << 8 : 0) | (left > 2 ? (unsigned)data[i + 2] : 0);
    putc(digit[word >> 18], out);
    putc(digit[word >> 12 & 63], out);
    putc(left > 1 ? digit[word >> 6 & 63] : '=', out);
    putc(left > 2 ? digit[word & 63] : '=', out);
  }
}

int html_png(FILE *out, const struct canvas *c, size_t *bytes, struct tile_error *e)
{
  char *data = NULL;
  *bytes = 0;
  FILE *memory = open_memstream(&data, bytes);
  if (!memory)
    return tile_fail_memory(e, (size_t)(c->width * c->height) * 3, "a picture");
  int code = canvas_write(c, memory, e);
  if (!tile_text_end(memory, &data) && !code)
    code = tile_fail_memory(e, *bytes, "a picture");
  if (!code) {
    fputs("data:image/png;base64,", out);
    html_base64(out, (const unsigned char *)data, *bytes);
  }
  free(data);
  return code;
}

char *html_symbol(char text[HTML_SYMBOL], const char *unit)
{
  size_t length = 0;
  for (const char *at = unit; *at && length + 4 < HTML_SYMBOL; at++) {
    const char *raised = at == unit || !isalpha((unsigned char)at[-1]) ? NULL
                         : *at == '2'                                  ? "²"
                         : *at == '3'                                  ? "³"
                                                                       : NULL;
    length += (size_t)snprintf(text + length, HTML_SYMBOL - length, "%.*s", raised ? 2 : 1, raised ? raised : at);
  }
  text[length] = 0;
  return text;
}
