/* As much XML as it takes to read what a microscope says of its pictures: start tags and their attributes. */
#ifndef XML_H
#define XML_H

#include <stdbool.h>
#include <stddef.h>

struct xml_tag {
  const char *name; /* without its prefix: "Pixels" of <ome:Pixels ...> */
  size_t length;
  const char *attributes; /* what follows the name */
};

/* The next start tag from *at on, which moves behind its name; false at the end. Comments are skipped. */
bool xml_next(const char **at, struct xml_tag *tag);
bool xml_is(const struct xml_tag *tag, const char *name);
/* Copies the attribute's value, cut to `room` bytes with its 0; false and "" where it is not there.
 * References to characters below 256 are resolved, others stay as they are. */
bool xml_attribute(const struct xml_tag *tag, const char *name, char *value, size_t room);

#endif
