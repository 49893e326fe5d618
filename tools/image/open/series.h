/* Whether the names of a series look like a whole stack in its order. */
#ifndef SERIES_H
#define SERIES_H

/* The first name whose number does not follow the one before it by the same step as
 * elsewhere: a slice is missing, or a shell has put scan10 before scan2. 0: none. Only
 * names that differ in nothing but their last number are compared. */
int series_break(char *const *paths, int count);

#endif
