/* SPDX-License-Identifier: BSD-3-Clause */
/* Values of a JSON text, of the header of an image or of a report (--json). A value is where it begins in the text, or
 * NULL: there is none, which every function below takes, as it takes a value of another kind. */
#ifndef JSON_VALUE_H
#define JSON_VALUE_H

#include "memory.h"

struct json_document {
  char *text;
  const char *value; /* of the whole text */
};

/* Reads a text to its end and checks its syntax (RFC 8259), of at most 16 MiB and with values at most 64 deep.
 * Release with json_document_free, also after an error. TILE_REJECTED: it is not JSON, or too large. TILE_FAILED: I/O
 * error, too little memory. */
int json_document_read(struct json_document *d, FILE *in, const char *name, struct tile_error *e);
void json_document_free(struct json_document *d);

/* The member of an object, whose name has no escapes, NULL where it is null. */
const char *json_member(const char *value, const char *name);
/* The first element of an array, and that after an element of one, which is not NULL: together they pass once over the
 * text. */
const char *json_first(const char *value);
const char *json_next(const char *element);
/* NaN: it is no number. */
double json_number(const char *value);
static inline double json_number_of(const char *value, const char *name) /* of a member */
{
  return json_number(json_member(value, name));
}
bool json_is(const char *value, const char *word); /* "true", "false", "null" */
/* Copies a text, cut to the size; "": it is no text. */
char *json_string(char *to, size_t size, const char *value);

#endif
