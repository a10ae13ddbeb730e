// The door to ALSA's library: its headers, and what Swift cannot import of it (a variadic handler).
#pragma once

#include <alsa/asoundlib.h>
#include <stdarg.h>
#include <stdio.h>

/// The calling thread's last error message of ALSA's, 512 bytes. Used by one Swift file alone (ALSALog.swift): what is
/// static in a header exists once in each object file that uses it.
static inline char *rushes_alsa_last_line(void) {
  static __thread char line[512];
  return line;
}

static void rushes_alsa_take_error(
    const char *file, int number, const char *function, int error, const char *format, ...) {
  (void)file;
  (void)number;
  (void)function;
  va_list arguments;
  va_start(arguments, format);
  char *text = rushes_alsa_last_line();
  int length = vsnprintf(text, 512, format, arguments);
  va_end(arguments);
  if (error && length >= 0 && length < 512) snprintf(text + length, 512 - (size_t)length, ": %s", snd_strerror(error));
}

/// Keeps ALSA's messages off standard error.
static inline void rushes_alsa_catch_errors(void) { snd_lib_error_set_handler(rushes_alsa_take_error); }

/// The nanoseconds of a high-resolution stamp. (In Swift `timespec` belongs to a module of the runtime when that is
/// linked statically.)
static inline int64_t rushes_alsa_status_time(const snd_pcm_status_t *status) {
  snd_htimestamp_t stamp;
  snd_pcm_status_get_htstamp(status, &stamp);
  return (int64_t)stamp.tv_sec * 1000000000 + stamp.tv_nsec;
}
