// The door to Video4Linux: the kernel's own header, and what Swift cannot import of it (macros, variadic ioctl, unions).
//
// Every function returns 0, or -1 with errno set, unless it says otherwise. Single- and multi-planar devices look the
// same through it: a buffer of the former has one plane.
#ifndef RUSHES_CV4L2_SHIM_H
#define RUSHES_CV4L2_SHIM_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdint.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

/// An open device, and who answers its calls: the kernel where the three pointers are null, else libv4l2.
typedef struct {
  int descriptor;
  /// int v4l2_ioctl(int, unsigned long, ...)
  void *ioctl_call;
  /// void *v4l2_mmap(void *, size_t, int, int, int, int64_t)
  void *mmap_call;
  /// int v4l2_munmap(void *, size_t)
  void *munmap_call;
} rushes_v4l2_device;

/// open(2) as cameras are opened: for ioctl(2) of all kinds, and never to wait.
static inline int rushes_v4l2_open(const char *path) {
  int descriptor;
  do {
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

/// A signal's interruption is repeated.
static inline int rushes_v4l2_ioctl(rushes_v4l2_device device, unsigned long request, void *argument) {
  int result;
  do {
    result = device.ioctl_call
                 ? ((int (*)(int, unsigned long, ...))device.ioctl_call)(device.descriptor, request, argument)
                 : ioctl(device.descriptor, request, argument);
  } while (result == -1 && errno == EINTR);
  return result;
}

static inline int rushes_v4l2_is_multiplanar(uint32_t type) { return type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE; }

// --- What a device is

/// VIDIOC_QUERYCAP; `device_caps` are those of the node itself where the driver tells them.
static inline int rushes_v4l2_query_capability(rushes_v4l2_device device, struct v4l2_capability *result) {
  memset(result, 0, sizeof *result);
  if (rushes_v4l2_ioctl(device, VIDIOC_QUERYCAP, result) != 0) return -1;
  if (!(result->capabilities & V4L2_CAP_DEVICE_CAPS)) result->device_caps = result->capabilities;
  return 0;
}

static inline int rushes_v4l2_get_control(rushes_v4l2_device device, uint32_t control, int32_t *value) {
  struct v4l2_control request = {.id = control};
  if (rushes_v4l2_ioctl(device, VIDIOC_G_CTRL, &request) != 0) return -1;
  *value = request.value;
  return 0;
}

static const uint32_t rushes_v4l2_control_privacy = V4L2_CID_PRIVACY;
static const uint32_t rushes_v4l2_control_orientation = V4L2_CID_CAMERA_ORIENTATION;
static const uint32_t rushes_v4l2_control_rotation = V4L2_CID_CAMERA_SENSOR_ROTATION;

// --- What it offers

/// VIDIOC_ENUM_FMT: the format at `index`.
static inline int rushes_v4l2_format_at(
    rushes_v4l2_device device, uint32_t type, uint32_t index, struct v4l2_fmtdesc *result) {
  memset(result, 0, sizeof *result);
  result->type = type;
  result->index = index;
  return rushes_v4l2_ioctl(device, VIDIOC_ENUM_FMT, result);
}

/// Widths and heights: one, where `is_range` is 0, else from the smallest to the largest in steps.
typedef struct {
  int is_range;
  uint32_t min_width, max_width, step_width;
  uint32_t min_height, max_height, step_height;
} rushes_v4l2_sizes;

/// VIDIOC_ENUM_FRAMESIZES.
static inline int rushes_v4l2_sizes_at(
    rushes_v4l2_device device, uint32_t pixel_format, uint32_t index, rushes_v4l2_sizes *result) {
  struct v4l2_frmsizeenum request;
  memset(&request, 0, sizeof request);
  request.pixel_format = pixel_format;
  request.index = index;
  if (rushes_v4l2_ioctl(device, VIDIOC_ENUM_FRAMESIZES, &request) != 0) return -1;
  result->is_range = request.type != V4L2_FRMSIZE_TYPE_DISCRETE;
  if (result->is_range) {
    result->min_width = request.stepwise.min_width;
    result->max_width = request.stepwise.max_width;
    result->step_width = request.stepwise.step_width;
    result->min_height = request.stepwise.min_height;
    result->max_height = request.stepwise.max_height;
    result->step_height = request.stepwise.step_height;
  } else {
    result->min_width = result->max_width = request.discrete.width;
    result->min_height = result->max_height = request.discrete.height;
    result->step_width = result->step_height = 0;
  }
  return 0;
}

/// Frame intervals in seconds: one, where `is_range` is 0, else from the shortest to the longest.
typedef struct {
  int is_range;
  struct v4l2_fract shortest, longest;
} rushes_v4l2_intervals;

/// VIDIOC_ENUM_FRAMEINTERVALS.
static inline int rushes_v4l2_intervals_at(
    rushes_v4l2_device device, uint32_t pixel_format, uint32_t width, uint32_t height, uint32_t index,
    rushes_v4l2_intervals *result) {
  struct v4l2_frmivalenum request;
  memset(&request, 0, sizeof request);
  request.pixel_format = pixel_format;
  request.width = width;
  request.height = height;
  request.index = index;
  if (rushes_v4l2_ioctl(device, VIDIOC_ENUM_FRAMEINTERVALS, &request) != 0) return -1;
  result->is_range = request.type != V4L2_FRMIVAL_TYPE_DISCRETE;
  result->shortest = result->is_range ? request.stepwise.min : request.discrete;
  result->longest = result->is_range ? request.stepwise.max : request.discrete;
  return 0;
}

// --- What it is set to

#define RUSHES_V4L2_PLANES 4

typedef struct {
  uint32_t pixel_format, width, height, field;
  uint32_t colorspace, transfer, encoding, quantization;
  uint32_t plane_count;
  uint32_t bytes_per_line[RUSHES_V4L2_PLANES];
  uint32_t size_image[RUSHES_V4L2_PLANES];
} rushes_v4l2_format;

static inline void rushes_v4l2_read_format(const struct v4l2_format *from, rushes_v4l2_format *format) {
  memset(format, 0, sizeof *format);
  if (rushes_v4l2_is_multiplanar(from->type)) {
    const struct v4l2_pix_format_mplane *pix = &from->fmt.pix_mp;
    format->pixel_format = pix->pixelformat;
    format->width = pix->width;
    format->height = pix->height;
    format->field = pix->field;
    format->colorspace = pix->colorspace;
    format->transfer = pix->xfer_func;
    format->encoding = pix->ycbcr_enc;
    format->quantization = pix->quantization;
    format->plane_count = pix->num_planes < RUSHES_V4L2_PLANES ? pix->num_planes : RUSHES_V4L2_PLANES;
    for (uint32_t plane = 0; plane < format->plane_count; plane++) {
      format->bytes_per_line[plane] = pix->plane_fmt[plane].bytesperline;
      format->size_image[plane] = pix->plane_fmt[plane].sizeimage;
    }
  } else {
    const struct v4l2_pix_format *pix = &from->fmt.pix;
    format->pixel_format = pix->pixelformat;
    format->width = pix->width;
    format->height = pix->height;
    format->field = pix->field;
    format->colorspace = pix->colorspace;
    if (pix->priv == V4L2_PIX_FMT_PRIV_MAGIC) {
      format->transfer = pix->xfer_func;
      format->encoding = pix->ycbcr_enc;
      format->quantization = pix->quantization;
    }
    format->plane_count = 1;
    format->bytes_per_line[0] = pix->bytesperline;
    format->size_image[0] = pix->sizeimage;
  }
}

/// VIDIOC_S_FMT with progressive pictures: sets pixel format, width and height, and gives back what the device made of
/// them.
static inline int rushes_v4l2_set_format(
    rushes_v4l2_device device, uint32_t type, uint32_t pixel_format, uint32_t width, uint32_t height,
    rushes_v4l2_format *result) {
  struct v4l2_format request;
  memset(&request, 0, sizeof request);
  request.type = type;
  if (rushes_v4l2_is_multiplanar(type)) {
    request.fmt.pix_mp.pixelformat = pixel_format;
    request.fmt.pix_mp.width = width;
    request.fmt.pix_mp.height = height;
    request.fmt.pix_mp.field = V4L2_FIELD_NONE;
  } else {
    request.fmt.pix.pixelformat = pixel_format;
    request.fmt.pix.width = width;
    request.fmt.pix.height = height;
    request.fmt.pix.field = V4L2_FIELD_NONE;
    request.fmt.pix.priv = V4L2_PIX_FMT_PRIV_MAGIC;
  }
  if (rushes_v4l2_ioctl(device, VIDIOC_S_FMT, &request) != 0) return -1;
  rushes_v4l2_read_format(&request, result);
  return 0;
}

/// VIDIOC_S_PARM: sets the seconds from one frame to the next and gives back what they became; where `interval` is 0/0,
/// only gives back what they are (VIDIOC_G_PARM). Fails with ENOTTY where the device has none.
static inline int rushes_v4l2_set_interval(rushes_v4l2_device device, uint32_t type, struct v4l2_fract *interval) {
  struct v4l2_streamparm request;
  memset(&request, 0, sizeof request);
  request.type = type;
  if (interval->denominator != 0) {
    request.parm.capture.timeperframe = *interval;
    if (rushes_v4l2_ioctl(device, VIDIOC_S_PARM, &request) != 0) return -1;
  } else if (rushes_v4l2_ioctl(device, VIDIOC_G_PARM, &request) != 0) {
    return -1;
  }
  if (!(request.parm.capture.capability & V4L2_CAP_TIMEPERFRAME)) {
    errno = ENOTTY;
    return -1;
  }
  *interval = request.parm.capture.timeperframe;
  return 0;
}

// --- Streaming through memory that the driver shares

/// VIDIOC_REQBUFS: asks for `count` buffers and gives back how many there are; 0 gives them all back.
static inline int rushes_v4l2_request_buffers(rushes_v4l2_device device, uint32_t type, uint32_t *count) {
  struct v4l2_requestbuffers request;
  memset(&request, 0, sizeof request);
  request.type = type;
  request.memory = V4L2_MEMORY_MMAP;
  request.count = *count;
  if (rushes_v4l2_ioctl(device, VIDIOC_REQBUFS, &request) != 0) return -1;
  *count = request.count;
  return 0;
}

typedef struct {
  uint32_t index, flags, sequence;
  /// The driver's stamp, in nanoseconds.
  int64_t time;
  uint32_t plane_count;
  /// What the driver filled, from the plane's start; where it begins; how long the plane is; where to map it.
  uint32_t bytes_used[RUSHES_V4L2_PLANES];
  uint32_t data_offset[RUSHES_V4L2_PLANES];
  uint32_t length[RUSHES_V4L2_PLANES];
  uint32_t map_offset[RUSHES_V4L2_PLANES];
} rushes_v4l2_buffer;

static inline int rushes_v4l2_buffer_call(
    rushes_v4l2_device device, unsigned long request, uint32_t type, uint32_t index, rushes_v4l2_buffer *result) {
  struct v4l2_plane planes[VIDEO_MAX_PLANES];
  struct v4l2_buffer buffer;
  memset(planes, 0, sizeof planes);
  memset(&buffer, 0, sizeof buffer);
  buffer.type = type;
  buffer.memory = V4L2_MEMORY_MMAP;
  buffer.index = index;
  if (rushes_v4l2_is_multiplanar(type)) {
    buffer.m.planes = planes;
    buffer.length = VIDEO_MAX_PLANES;
  }
  if (rushes_v4l2_ioctl(device, request, &buffer) != 0) return -1;
  if (!result) return 0;
  memset(result, 0, sizeof *result);
  result->index = buffer.index;
  result->flags = buffer.flags;
  result->sequence = buffer.sequence;
  result->time = (int64_t)buffer.timestamp.tv_sec * 1000000000 + (int64_t)buffer.timestamp.tv_usec * 1000;
  if (rushes_v4l2_is_multiplanar(type)) {
    result->plane_count = buffer.length < RUSHES_V4L2_PLANES ? buffer.length : RUSHES_V4L2_PLANES;
    for (uint32_t plane = 0; plane < result->plane_count; plane++) {
      result->bytes_used[plane] = planes[plane].bytesused;
      result->data_offset[plane] = planes[plane].data_offset;
      result->length[plane] = planes[plane].length;
      result->map_offset[plane] = planes[plane].m.mem_offset;
    }
  } else {
    result->plane_count = 1;
    result->bytes_used[0] = buffer.bytesused;
    result->length[0] = buffer.length;
    result->map_offset[0] = buffer.m.offset;
  }
  return 0;
}

/// VIDIOC_QUERYBUF: where a buffer lies.
static inline int rushes_v4l2_query_buffer(
    rushes_v4l2_device device, uint32_t type, uint32_t index, rushes_v4l2_buffer *result) {
  return rushes_v4l2_buffer_call(device, VIDIOC_QUERYBUF, type, index, result);
}

/// VIDIOC_QBUF: hands a buffer to the driver.
static inline int rushes_v4l2_queue(rushes_v4l2_device device, uint32_t type, uint32_t index) {
  return rushes_v4l2_buffer_call(device, VIDIOC_QBUF, type, index, NULL);
}

/// VIDIOC_DQBUF: takes a filled buffer from the driver; EAGAIN where there is none.
static inline int rushes_v4l2_dequeue(rushes_v4l2_device device, uint32_t type, rushes_v4l2_buffer *result) {
  return rushes_v4l2_buffer_call(device, VIDIOC_DQBUF, type, 0, result);
}

static inline int rushes_v4l2_start_stream(rushes_v4l2_device device, uint32_t type) {
  int argument = (int)type;
  return rushes_v4l2_ioctl(device, VIDIOC_STREAMON, &argument);
}

static inline int rushes_v4l2_stop_stream(rushes_v4l2_device device, uint32_t type) {
  int argument = (int)type;
  return rushes_v4l2_ioctl(device, VIDIOC_STREAMOFF, &argument);
}

/// The memory of one plane; NULL with errno where it cannot be mapped.
static inline void *rushes_v4l2_map(rushes_v4l2_device device, uint32_t length, uint32_t offset) {
  void *memory =
      device.mmap_call
          ? ((void *(*)(void *, size_t, int, int, int, int64_t))device.mmap_call)(
                NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, device.descriptor, offset)
          : mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, device.descriptor, offset);
  return memory == MAP_FAILED ? NULL : memory;
}

static inline void rushes_v4l2_unmap(rushes_v4l2_device device, void *memory, size_t length) {
  if (device.munmap_call) {
    ((int (*)(void *, size_t))device.munmap_call)(memory, length);
  } else {
    munmap(memory, length);
  }
}

static const uint32_t rushes_v4l2_flag_error = V4L2_BUF_FLAG_ERROR;
static const uint32_t rushes_v4l2_stamp_source_mask = V4L2_BUF_FLAG_TSTAMP_SRC_MASK;
static const uint32_t rushes_v4l2_stamp_at_start_of_exposure = V4L2_BUF_FLAG_TSTAMP_SRC_SOE;

// --- libv4l2, loaded only where it is needed

/// v4l2_fd_open(3) with emulated formats listed. Fills in the calls; the library closes the descriptor from then on, by
/// the close call that comes back.
static inline void *rushes_v4l2_emulate(void *library, rushes_v4l2_device *device) {
  int (*adopt)(int, int) = (int (*)(int, int))dlsym(library, "v4l2_fd_open");
  void *close_call = dlsym(library, "v4l2_close");
  void *ioctl_call = dlsym(library, "v4l2_ioctl");
  void *mmap_call = dlsym(library, "v4l2_mmap");
  void *munmap_call = dlsym(library, "v4l2_munmap");
  const int list_emulated_formats = 2; // V4L2_ENABLE_ENUM_FMT_EMULATION
  if (!adopt || !close_call || !ioctl_call || !mmap_call || !munmap_call) return NULL;
  if (adopt(device->descriptor, list_emulated_formats) < 0) return NULL;
  device->ioctl_call = ioctl_call;
  device->mmap_call = mmap_call;
  device->munmap_call = munmap_call;
  return close_call;
}

static inline void rushes_v4l2_close(int descriptor, void *close_call) {
  if (close_call) {
    ((int (*)(int))close_call)(descriptor);
  } else {
    close(descriptor);
  }
}

static inline void *rushes_v4l2_load_library(void) { return dlopen("libv4l2.so.0", RTLD_NOW | RTLD_LOCAL); }

// --- What else Swift cannot say

/// CLOCK_MONOTONIC now, in nanoseconds.
static inline int64_t rushes_monotonic_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// inotify_init1(2), non-blocking and close-on-exec.
static inline int rushes_inotify_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

/// Watches a directory for names that come, go, or change their permissions.
static inline int rushes_inotify_watch(int descriptor, const char *directory) {
  return inotify_add_watch(
      descriptor, directory, IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_ONLYDIR);
}

#endif
