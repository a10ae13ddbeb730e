// The door to Video4Linux: the kernel's own header, and what Swift cannot import of it (macros, variadic ioctl).
#pragma once

#include <errno.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>

// ioctl(2) is variadic, which Swift does not import. A signal's interruption is repeated.
static inline int rushes_v4l2_ioctl(int descriptor, unsigned long request, void *argument) {
  int result;
  do {
    result = ioctl(descriptor, request, argument);
  } while (result == -1 && errno == EINTR);
  return result;
}
