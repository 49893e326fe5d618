/* SPDX-License-Identifier: BSD-3-Clause */
/* Labels as papers have them: "Flow rate (10⁻⁶ m³/s)" of "flow rate" in "m3/s", as UTF-8. */
#ifndef LABEL_H
#define LABEL_H

#include <stddef.h>
#include <stdint.h>

enum { LABEL_TEXT = 160 };
/* quantity (unit), in which values are multiples of 10^exponent; unit "": none. Longer ones are cut. */
void label_make(char to[LABEL_TEXT], const char *quantity, int exponent, const char *unit);
/* The same of "flow rate (m3/s)". */
void label_of_title(char to[LABEL_TEXT], const char *title, int exponent);
/* A length of so many metres: "50 µm". */
void label_length(char to[LABEL_TEXT], double metres);
/* The exponent, a multiple of three, that numbers up to this one should share, so that ticks are short; 0: none. */
int label_exponent(double largest);
/* The next character of a text, which moves on; 0 at the end. */
uint32_t label_letter(const char **text);

#endif
