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

/* ---- numbers ---- */

/* 1, 2 or 5 times a power of ten: three to six steps. */
static double round_step(double span)
{
  const double power = pow(10, floor(log10(span / 4))), part = span / 4 / power;
  return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

struct html_axis html_axis_make(double low, double high, bool round)
{
  if (!(high - low > 1e-9 * fmax(fabs(low), fabs(high)))) {
    const double more = low == 0 ? 1 : 0.1 * fabs(low);
    low -= low == 0 ? 0 : more;
    high += more;
  }
  struct html_axis a = {low, high, round_step(high - low), 1, 0, 0};
  if (round) {
    a.low = a.step * floor(low / a.step + 1e-9);
    a.high = a.step * ceil(high / a.step - 1e-9);
  }
  const int magnitude = (int)floor(log10(fmax(fabs(a.low), fabs(a.high))));
  a.exponent = magnitude < -1 || magnitude > 3 ? 3 * (int)floor(magnitude / 3.0) : 0;
  a.factor = pow(10, a.exponent);
  a.decimals = (int)fmax(0, -floor(log10(a.step / a.factor) + 1e-9));
  return a;
}

double html_axis_first(const struct html_axis *a)
{
  return ceil(a->low / a->step - 1e-6) * a->step;
}

char *html_axis_number(char text[TILE_REAL_TEXT], const struct html_axis *a, double value)
{
  snprintf(text, TILE_REAL_TEXT, "%.*f", a->decimals, fabs(value) < 1e-6 * a->step ? 0 : value / a->factor);
  return text;
}

static void add_power(char *text, int exponent)
{
  static const char *const digit[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  char plain[16];
  snprintf(plain, sizeof plain, "%d", abs(exponent));
  strcat(text, exponent < 0 ? "10⁻" : "10");
  for (const char *at = plain; *at; at++)
    strcat(text, digit[*at - '0']);
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

/* The unit that is 10^exponent m; NULL: it has no name. */
static const char *length_name(const char *unit, int exponent)
{
  static const char *const name[] = {"nm", "um", "mm", NULL, "km"};
  return strcmp(unit, "m") == 0 && exponent >= -9 && exponent <= 3 ? name[exponent / 3 + 3] : NULL;
}

char *html_unit(char text[HTML_UNIT], const struct html_axis *a, const char *unit)
{
  char symbol[HTML_SYMBOL], power[HTML_UNIT] = "";
  const char *name = length_name(unit, a->exponent);
  html_symbol(symbol, name ? name : unit);
  if (a->exponent && !name)
    add_power(power, a->exponent);
  snprintf(text, HTML_UNIT, "%s%.40s%s%s%s", *power || *symbol ? " (" : "", power, *power && *symbol ? " " : "", symbol,
           *power || *symbol ? ")" : "");
  return text;
}
