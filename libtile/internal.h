/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions of libtile for this project only, in addition to those of tile.h, whose conventions hold here too. The
 * headers are not installed, and the shared library does not export these functions unless the programs are linked to
 * it. All of them, for tests: other files include what they use, so that few are compiled again. */
#ifndef INTERNAL_H
#define INTERNAL_H

#include "bit_rows.h"
#include "internal_measure.h"
#include "memory.h"
#include "nodes.h"
#include "numbers.h"
#include "regular.h"
#include "shared_file.h"
#include "surfaces.h"
#include "tile.h"
#include "unit.h"
#include "vectors.h"
#include "warnings.h"

#endif
