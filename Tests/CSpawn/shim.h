// What Glibc's Swift module does not show: calls behind _GNU_SOURCE and _XOPEN_SOURCE.
#ifndef RUSHES_CSPAWN_SHIM_H
#define RUSHES_CSPAWN_SHIM_H

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int pipe2(int ends[2], int flags);
extern int posix_openpt(int flags);
extern int grantpt(int master);
extern int unlockpt(int master);
extern int ptsname_r(int master, char *name, size_t size);

/// A close-on-exec pipe(2).
static inline int rushes_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }

/// Opens a pseudo-terminal, both ends close-on-exec. Returns the master, or -1.
static inline int rushes_open_terminal(int *slave) {
  char name[128];
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (master < 0) return -1;
  if (grantpt(master) == 0 && unlockpt(master) == 0 && ptsname_r(master, name, sizeof name) == 0) {
    *slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (*slave >= 0) return master;
  }
  close(master);
  return -1;
}

static inline int rushes_spawn_change_directory(posix_spawn_file_actions_t *actions, const char *path) {
  return posix_spawn_file_actions_addchdir_np(actions, path);
}

static inline int rushes_spawn_close_from(posix_spawn_file_actions_t *actions, int from) {
  return posix_spawn_file_actions_addclosefrom_np(actions, from);
}

#endif
