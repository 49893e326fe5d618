/* SPDX-License-Identifier: BSD-3-Clause */
/* A minimal XML parser for the metadata of microscopes: it reads start tags and their attributes. */
#ifndef XML_H
#define XML_H

#include <stdbool.h>
#include <stddef.h>

struct xml_tag {
  const char *name; /* without its prefix: "Pixels" of <ome:Pixels ...> */
  size_t length;
  const char *attributes; /* the text after the name */
};

/* Finds the next start tag from *at on and moves *at to the end of its name; false at the end. Comments are skipped. */
bool xml_next(const char **at, struct xml_tag *tag);
bool xml_is(const struct xml_tag *tag, const char *name);
/* Copies the attribute's value, cut to `room` bytes including its 0; false and "" if there is none. References to
 * characters below 256 are resolved, others are copied as they are. */
bool xml_attribute(const struct xml_tag *tag, const char *name, char *value, size_t room);

#endif
