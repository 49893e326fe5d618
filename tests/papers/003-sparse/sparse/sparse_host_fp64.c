/* SPDX-License-Identifier: BSD-3-Clause */
#define SCALAR double
#define SITE(name) name
#define LAUNCH sparse_launch_fp64
#include "sparse_host.h"
