/* SPDX-License-Identifier: BSD-3-Clause */
/* Otsu's method for several classes. */
#ifndef MULTI_OTSU_H
#define MULTI_OTSU_H

#include "threshold.h"

#define MULTI_OTSU_MOST (HISTOGRAM_LIMITS + 1)

/* Finds the classes - 1 limits in rising order that make the variance between the classes of values greatest (Liao, Chen
 * and Chung 2001): class 1 is value < limit[0], class 2 is limit[0] <= value < limit[1] and so on. Limits are as
 * histogram_otsu makes them. share: the fraction of the values in each class. TILE_REJECTED if there are fewer values
 * than classes. */
histogram_limits histogram_classes;

#endif
