/* SPDX-License-Identifier: BSD-3-Clause */
#define SCALAR float
#define SITE(name) name
#define LAUNCH sparse_launch_fp32
#include "sparse_host.h"
