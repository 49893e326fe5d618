/* SPDX-License-Identifier: BSD-3-Clause */
#define SCALAR float
#define SITE(name) name
#define CHECK layouts_check_fp32
#include "layouts_host.h"
