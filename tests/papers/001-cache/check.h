#ifndef CHECK_H
#define CHECK_H

/* Compares every variant with two grids in one block, bit by bit; prints those that differ. Returns how many. */
int check_all(void);

#endif
