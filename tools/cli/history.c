/* SPDX-License-Identifier: BSD-3-Clause */
/* The history of a tile file: the commands that made it. */
#include "cli.h"

bool cli_no_history;

int cli_add_history(struct tile_header *h, const char *name, int argc, char *const *argv, const char *digest,
                    struct tile_error *e)
{
  if (cli_no_history) {
    tile_header_drop_history(h);
    return TILE_OK;
  }
  int code = tile_header_add_history(h, name, argc, argv, e);
  return code || !digest ? code : tile_header_note_input(h, digest, e);
}
