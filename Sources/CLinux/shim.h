// What Glibc's Swift module does not show: variadic calls, calls behind _GNU_SOURCE, and macros.
#ifndef RUSHES_CLINUX_SHIM_H
#define RUSHES_CLINUX_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE (1 << 0)
#endif

/// open(2) without the variadic mode.
static inline int rushes_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

/// openat(2) without the variadic mode.
static inline int rushes_openat(int directory, const char *path, int flags, mode_t mode) {
  return openat(directory, path, flags, mode);
}

/// renameat2(2) with RENAME_NOREPLACE: fails with EEXIST where the target is there already.
static inline int rushes_rename_noreplace(int directory, const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, directory, from, directory, to, RENAME_NOREPLACE);
}

/// A non-blocking, close-on-exec eventfd(2) that starts at zero.
static inline int rushes_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/// The terminal's columns, 0 where the descriptor is no terminal.
static inline int rushes_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static inline int rushes_set_thread_name(pthread_t thread, const char *name) {
  return pthread_setname_np(thread, name);
}

#endif
