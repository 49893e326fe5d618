/* SPDX-License-Identifier: BSD-3-Clause */
/* The CPU instead of a GPU, to check the kernels. */
#include "sparse.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double began;

int sparse_device(void)
{
  return 0;
}

int sparse_alloc(void **array, size_t bytes)
{
  *array = malloc(bytes);
  if (!*array)
    fprintf(stderr, "sparse: not enough memory for %zu bytes\n", bytes);
  return !*array;
}

void sparse_free(void *array)
{
  free(array);
}

int sparse_fill(void *array, int byte, size_t bytes)
{
  memset(array, byte, bytes);
  return 0;
}

int sparse_send(void *array, const void *from, size_t bytes)
{
  memcpy(array, from, bytes);
  return 0;
}

int sparse_fetch(void *to, const void *array, size_t bytes)
{
  memcpy(to, array, bytes);
  return 0;
}

int sparse_begin(void)
{
  began = omp_get_wtime();
  return 0;
}

int sparse_end(double *seconds)
{
  *seconds = omp_get_wtime() - began;
  return 0;
}
