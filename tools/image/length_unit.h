/* Units of length as programs that write images spell them. */
#ifndef LENGTH_UNIT_H
#define LENGTH_UNIT_H

/* In metres; 0: not a unit that is known ("pixel", "arbitrary unit"). */
double length_unit(const char *name);

#endif
