/* SPDX-License-Identifier: BSD-3-Clause */
#include "cuda_shared.h"

#include <cuda.h>
#include <stdlib.h>

/* Things fewer than these take one GPU less time than several need to begin. */
enum { FEW = 1 << 20 };

static cudaError_t first_error(cudaError_t one, cudaError_t other)
{
  return one == cudaSuccess ? other : one;
}

static int parts_of(const struct cuda *c)
{
  return c->group.parts ? c->group.parts : 1;
}

/* Where share number `place` of `parts` begins. The last share has also what the others leave out by rounding. */
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
  static bool absent;
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
  for (size_t i = 0; !absent && i < sizeof function / sizeof *function && !*function[i].at; i++)
    if (cudaGetDriverEntryPointByVersion(function[i].name, function[i].at, SINCE, cudaEnableDefault, NULL) !=
            cudaSuccess ||
        !*function[i].at) {
      cudaGetLastError();
      absent = true;
    }
  return absent ? NULL : &d;
}

/* An allocation of `arrays` arrays one behind the other, each of which all GPUs share. Its pieces go to the subdomains in
 * turn. */
struct allocation {
  const struct driver *driver;
  struct cuda *first;
  CUdeviceptr at;
  size_t bytes, unit; /* `bytes` is a multiple of `unit`, in which memory comes */
  int arrays;
};

static int pieces_of(const struct allocation *a)
{
  return a->arrays * parts_of(a->first);
}

static struct cuda_share piece_of(const struct allocation *a, int piece)
{
  const int pieces = pieces_of(a);
  return (struct cuda_share){bound(a->bytes, piece, pieces, a->unit), bound(a->bytes, piece + 1, pieces, a->unit)};
}

static CUmemAllocationProp kind_of(const struct cuda *c)
{
  return (CUmemAllocationProp){.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                               .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = c->device}};
}

/* The handle is released at once: the mapping holds the memory. */
static bool place_piece(const struct allocation *a, int piece, const struct cuda *c)
{
  const CUmemAllocationProp kind = kind_of(c);
  const struct cuda_share p = piece_of(a, piece);
  CUmemGenericAllocationHandle handle;
  if (p.begin == p.end)
    return true;
  if (a->driver->create(&handle, p.end - p.begin, &kind, 0))
    return false;
  const bool mapped = !a->driver->map(a->at + p.begin, p.end - p.begin, 0, handle, 0);
  return !a->driver->release(handle) && mapped;
}

static bool open_to(const struct allocation *a, const struct cuda *c)
{
  const CUmemAccessDesc to = {.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = c->device},
                              .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  return !a->driver->access(a->at, a->bytes, &to, 1);
}

static bool place(const struct allocation *a)
{
  bool done = true;
  const struct cuda *c = a->first;
  for (int piece = 0; done && piece < pieces_of(a); piece++, c = c->group.next ? c->group.next : a->first)
    done = place_piece(a, piece, c);
  for (c = a->first; done && c; c = c->group.next)
    done = open_to(a, c);
  return done;
}

/* Also after an error, when some pieces are not there. */
static void give_back(const struct allocation *a)
{
  for (int piece = 0; piece < pieces_of(a); piece++) {
    const struct cuda_share p = piece_of(a, piece);
    if (p.begin < p.end)
      a->driver->unmap(a->at + p.begin, p.end - p.begin);
  }
  a->driver->unreserve(a->at, a->bytes);
}

/* Returns false if there is no such memory at all; *code says if there is too little. */
static bool allocate_in_pieces(struct cuda *first, void **array, size_t bytes, int arrays, cudaError_t *code)
{
  const CUmemAllocationProp kind = kind_of(first);
  struct allocation a = {.driver = driver_of(), .first = first, .arrays = arrays};
  if (!a.driver || a.driver->granularity(&a.unit, &kind, CU_MEM_ALLOC_GRANULARITY_MINIMUM) ||
      bytes < a.unit * (size_t)pieces_of(&a))
    return false;
  a.bytes = (bytes + a.unit - 1) / a.unit * a.unit;
  struct cuda_array *list = tile_alloc(1, sizeof *list);
  if (!list || a.driver->reserve(&a.at, a.bytes, 0, 0, 0)) {
    free(list);
    return false;
  }
  *code = cudaSuccess;
  if (!place(&a)) {
    give_back(&a);
    free(list);
    *code = cudaErrorMemoryAllocation;
    return true;
  }
  *array = (void *)(uintptr_t)a.at;
  *list = (struct cuda_array){*array, a.bytes, a.unit, arrays, first->group.array};
  first->group.array = list;
  return true;
}

cudaError_t cuda_shared_allocate(struct cuda *first, void **array, size_t bytes, int arrays)
{
  cudaError_t code;
  if (parts_of(first) > 1 && allocate_in_pieces(first, array, bytes, arrays, &code))
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

/* cudaFree does not wait for kernels of other GPUs. */
cudaError_t cuda_shared_release(struct cuda *first, void *array)
{
  struct cuda_array **at = &first->group.array;
  if (!array)
    return cudaSuccess;
  const cudaError_t code = parts_of(first) > 1 ? wait_for_all(first) : cudaSuccess;
  while (*at && (*at)->at != array)
    at = &(*at)->next;
  struct cuda_array *list = *at;
  const struct driver *driver = list ? driver_of() : NULL;
  if (!driver)
    return first_error(code, cudaFree(array));
  const struct allocation a = {driver, first, (CUdeviceptr)(uintptr_t)array, list->bytes, list->unit, list->arrays};
  give_back(&a);
  *at = list->next;
  free(list);
  return code;
}

/* ---- loops ------------------------------------------------------------------------------ */

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
