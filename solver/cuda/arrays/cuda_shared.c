/* SPDX-License-Identifier: BSD-3-Clause */
#include "cuda_shared.h"

#include <cuda.h>
#include <stdlib.h>

/* Things fewer than these take one GPU less time than several need to begin. */
enum { FEW = 65536 };

static int parts_of(const struct cuda *c)
{
  return c->group.parts ? c->group.parts : 1;
}

/* Of several GPUs the first has also what is left out by rounding. */
static size_t bound(size_t count, int place, int parts, size_t unit)
{
  return place == parts ? count : count / (size_t)parts * (size_t)place / unit * unit;
}

struct cuda_share cuda_share_of(const struct cuda *c, size_t count)
{
  const int place = c->group.place, parts = parts_of(c);
  if (count < FEW)
    return (struct cuda_share){0, place ? 0 : count};
  return (struct cuda_share){bound(count, place, parts, LBM_SHARE_OF), bound(count, place + 1, parts, LBM_SHARE_OF)};
}

/* ---- arrays ---------------------------------------------------------------------------- */

/* Functions of the driver, found through the runtime, so that programs need not be linked with it. */
struct driver {
  CUresult (*granularity)(size_t *, const CUmemAllocationProp *, CUmemAllocationGranularity_flags);
  CUresult (*reserve)(CUdeviceptr *, size_t, size_t, CUdeviceptr, unsigned long long);
  CUresult (*unreserve)(CUdeviceptr, size_t);
  CUresult (*create)(CUmemGenericAllocationHandle *, size_t, const CUmemAllocationProp *, unsigned long long);
  CUresult (*release)(CUmemGenericAllocationHandle);
  CUresult (*map)(CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long);
  CUresult (*unmap)(CUdeviceptr, size_t);
  CUresult (*access)(CUdeviceptr, size_t, const CUmemAccessDesc *, size_t);
};

static const struct driver *driver_of(void)
{
  static struct driver d;
  static int state; /* 1: all are there, -1: they are not */
  const struct {
    const char *name;
    void **at;
  } function[] = {{"cuMemGetAllocationGranularity", (void **)&d.granularity},
                  {"cuMemAddressReserve", (void **)&d.reserve},
                  {"cuMemAddressFree", (void **)&d.unreserve},
                  {"cuMemCreate", (void **)&d.create},
                  {"cuMemRelease", (void **)&d.release},
                  {"cuMemMap", (void **)&d.map},
                  {"cuMemUnmap", (void **)&d.unmap},
                  {"cuMemSetAccess", (void **)&d.access}};
  enum { SINCE = 10020 }; /* CUDA 10.2 */
  for (size_t i = 0; state >= 0 && i < sizeof function / sizeof *function && !*function[i].at; i++)
    if (cudaGetDriverEntryPointByVersion(function[i].name, function[i].at, SINCE, cudaEnableDefault, NULL) !=
            cudaSuccess ||
        !*function[i].at) {
      cudaGetLastError();
      state = -1;
    }
  return state < 0 ? NULL : &d;
}

struct cuda_piece {
  const struct driver *driver;
  struct cuda *first;
  CUdeviceptr at;
  size_t bytes, unit; /* `bytes` is a multiple of `unit`, in which memory comes */
};

static CUmemAllocationProp kind_of(const struct cuda *c)
{
  return (CUmemAllocationProp){.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                               .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = c->device}};
}

/* The handle is released at once: the mapping holds the memory. */
static bool place_piece(const struct cuda_piece *p, const struct cuda *c)
{
  const CUmemAllocationProp kind = kind_of(c);
  const int parts = parts_of(c);
  const size_t begin = bound(p->bytes, c->group.place, parts, p->unit),
               end = bound(p->bytes, c->group.place + 1, parts, p->unit);
  CUmemGenericAllocationHandle handle;
  if (begin == end)
    return true;
  if (p->driver->create(&handle, end - begin, &kind, 0))
    return false;
  const bool mapped = !p->driver->map(p->at + begin, end - begin, 0, handle, 0);
  return !p->driver->release(handle) && mapped;
}

static bool open_to(const struct cuda_piece *p, const struct cuda *c)
{
  const CUmemAccessDesc to = {.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = c->device},
                              .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  return !p->driver->access(p->at, p->bytes, &to, 1);
}

static bool place(const struct cuda_piece *p)
{
  bool done = true;
  for (const struct cuda *c = p->first; done && c; c = c->group.next)
    done = place_piece(p, c);
  for (const struct cuda *c = p->first; done && c; c = c->group.next)
    done = open_to(p, c);
  return done;
}

/* Whole pieces are unmapped: those that were mapped before an error, too. */
static void give_back(const struct cuda_piece *p)
{
  const int parts = parts_of(p->first);
  for (int i = 0; i < parts; i++) {
    const size_t begin = bound(p->bytes, i, parts, p->unit), end = bound(p->bytes, i + 1, parts, p->unit);
    if (begin < end)
      p->driver->unmap(p->at + begin, end - begin);
  }
  p->driver->unreserve(p->at, p->bytes);
}

/* Returns false if there is no such memory at all; *code says if there is too little. */
static bool allocate_in_pieces(struct cuda *first, void **array, size_t bytes, cudaError_t *code)
{
  const CUmemAllocationProp kind = kind_of(first);
  struct cuda_piece p = {.driver = driver_of(), .first = first};
  if (!p.driver || p.driver->granularity(&p.unit, &kind, CU_MEM_ALLOC_GRANULARITY_MINIMUM) ||
      bytes < p.unit * (size_t)first->group.parts)
    return false;
  p.bytes = (bytes + p.unit - 1) / p.unit * p.unit;
  struct cuda_array *list = tile_alloc(1, sizeof *list);
  if (!list || p.driver->reserve(&p.at, p.bytes, 0, 0, 0)) {
    free(list);
    return false;
  }
  *code = cudaSuccess;
  if (!place(&p)) {
    give_back(&p);
    free(list);
    *code = cudaErrorMemoryAllocation;
    return true;
  }
  *array = (void *)(uintptr_t)p.at;
  *list = (struct cuda_array){*array, p.bytes, p.unit, first->group.array};
  first->group.array = list;
  return true;
}

cudaError_t cuda_shared_allocate(struct cuda *first, void **array, size_t bytes)
{
  cudaError_t code;
  if (parts_of(first) > 1 && allocate_in_pieces(first, array, bytes, &code))
    return code;
  return cudaMalloc(array, bytes);
}

static cudaError_t wait_for_all(const struct cuda *first)
{
  for (const struct cuda *c = first; c; c = c->group.next) {
    const cudaError_t code = cudaStreamSynchronize(c->stream);
    if (code != cudaSuccess)
      return code;
  }
  return cudaSuccess;
}

cudaError_t cuda_shared_release(struct cuda *first, void *array)
{
  struct cuda_array **at = &first->group.array;
  while (*at && (*at)->at != array)
    at = &(*at)->next;
  struct cuda_array *list = *at;
  if (!list)
    return cudaFree(array);
  const cudaError_t code = wait_for_all(first);
  const struct cuda_piece p = {driver_of(), first, (CUdeviceptr)(uintptr_t)array, list->bytes, list->unit};
  give_back(&p);
  *at = list->next;
  free(list);
  return code;
}

/* ---- loops ------------------------------------------------------------------------------ */

static cudaError_t first_error(cudaError_t one, cudaError_t other)
{
  return one == cudaSuccess ? other : one;
}

/* Work of c begins after that of `other`. */
static cudaError_t follow(struct cuda *c, const struct cuda *other)
{
  return cudaStreamWaitEvent(c->stream, other->group.shared, 0);
}

static cudaError_t work_beside(struct cuda *c, const struct cuda_share *share, cuda_work *work, void *self)
{
  struct cuda *first = c->group.first;
  cudaError_t code = first_error(cudaSetDevice(c->device), follow(c, first));
  code = first_error(code, work(c, share, self));
  return first_error(code, cudaEventRecord(c->group.shared, c->stream));
}

cudaError_t cuda_shared_loop(struct cuda *first, size_t count, cuda_work *work, void *self)
{
  const struct cuda_share own = cuda_share_of(first, count);
  const bool alone = own.end == count;
  cudaError_t code = alone ? cudaSuccess : cudaEventRecord(first->group.shared, first->stream);
  for (struct cuda *c = first->group.next; !alone && c; c = c->group.next) {
    const struct cuda_share share = cuda_share_of(c, count);
    code = first_error(code, work_beside(c, &share, work, self));
  }
  code = first_error(code, cudaSetDevice(first->device));
  code = first_error(code, work(first, &own, self));
  for (struct cuda *c = first->group.next; !alone && c; c = c->group.next)
    code = first_error(code, follow(first, c));
  return code;
}
