/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of GPUs, on hosts with any number of them; kernels that a program was built without. */
#include "config.h"

#include "backend.h"
#include "cuda_devices.h"
#include "layout.h"
#include "suite.h"

#include <string.h>

/* The GPU numbers of the second process of a host, as text. */
static const char *numbers(const char *name, int present)
{
  static char text[256];
  struct cuda_devices d;
  struct tile_error e;
  *text = 0;
  const int code = cuda_devices_parse(&d, name, 1, present, &e);
  if (code)
    return code == TILE_USAGE ? "usage" : code == TILE_FAILED ? "failed" : "?";
  for (int i = 0; i < d.count; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", i ? "," : "", d.number[i]);
  return text;
}

TEST(names)
{
  static const struct {
    const char *name;
    int present;
    const char *means;
  } row[] = {
      {NULL, 1, "0"},
      {NULL, 8, "1"},
      {"cuda", 2, "1"},
      {"cuda:0", 8, "0"},
      {"cuda:7", 8, "7"},
      {"cuda:3,1", 4, "3,1"},
      {"cuda:0,0", 1, "0,0"},
      {"cuda:all", 1, "0"},
      {"cuda:all", 4, "0,1,2,3"},
      {"cuda:8", 8, "failed"},
      {"cuda:0,1", 1, "failed"},
      {"cuda:99999999999999999999", 8, "failed"},
      {"cuda:", 8, "usage"},
      {"cuda:0,", 8, "usage"},
      {"cuda:,0", 8, "usage"},
      {"cuda:0 ,1", 8, "usage"},
      {"cuda:-1", 8, "usage"},
      {"cuda:every", 8, "usage"},
      {"cuda:all,0", 8, "usage"},
      {"cuda:0x1", 8, "usage"},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    const char *found = numbers(row[i].name, row[i].present);
    ck_assert_msg(!strcmp(found, row[i].means), "%s of %d is %s instead of %s", row[i].name, row[i].present, found,
                  row[i].means);
  }
}

TEST(no_more_than_fit)
{
  char name[5 + 2 * (CUDA_MOST_DEVICES + 1) + 1] = "cuda:0";
  for (int i = 1; i < CUDA_MOST_DEVICES; i++)
    strcat(name, ",0");
  ck_assert_str_ne(numbers(name, 1), "usage");
  ck_assert_str_eq(numbers(strcat(name, ",0"), 1), "usage");
}

/* What was asked of configure is held; what was not is refused with the option that adds it. */
TEST(kernels_on_request)
{
  bool mixed = false, t2c = false;
#ifdef HAVE_GPU_MIXED
  mixed = true;
#endif
#ifdef HAVE_GPU_T2C
  t2c = true;
#endif
  for (enum lbm_layout l = 0; l < LBM_LAYOUTS; l++)
    for (enum lbm_precision p = 0; p < LBM_PRECISIONS; p++) {
      struct tile_error e = {.code = 0};
      const bool held = l != LBM_PACKED ? t2c : p <= LBM_FP32 || mixed;
      if (!lbm_backend_cuda.holds || !lbm_layout_stores(l, p))
        continue;
      ck_assert_int_eq(lbm_backend_cuda.holds(l, p, &e), held ? 0 : TILE_USAGE);
      if (!held)
        ck_assert_ptr_nonnull(strstr(e.text, l == LBM_PACKED ? "--enable-gpu-mixed" : "--enable-gpu-t2c"));
    }
}

int main(void)
{
  return run_tests("devices", 0, CK_FORK_GETENV);
}
