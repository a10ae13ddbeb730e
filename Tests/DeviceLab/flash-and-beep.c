// Makes a flash before a camera and a beep before a microphone at the same moments, and says how far apart they were.
//
//   flash-and-beep VIDEO-NODE PCM SECONDS
//
// The camera is a v4l2loopback node, the microphone the other end of an snd-aloop PCM. A white flash of 200 ms and a beep
// of 50 ms begin at each whole second of CLOCK_MONOTONIC. The moment of a flash is when its picture is written, which is
// what v4l2loopback stamps it with. The moment of a beep is when the driver plays its first sample, by the playback
// stream's own stamp and delay. Prints a line for each pair on standard output: the second, and by how many milliseconds
// the beep came after the flash. Everything that is wanted of a recorder is judged against these lines.
//
// gcc -O2 -o flash-and-beep flash-and-beep.c -lasound -lm -lpthread
#include <alsa/asoundlib.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { rate = 48000, period = 480, width = 160, height = 120, frames_per_second = 15, flash_frames = 3, limit = 1000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// When sample 0 was played, in nanoseconds, as the latest looks at the stream say on average.
static double origin = 0;
static long looks = 0;
// The first sample of the beep of each second, 0 where there is none.
static int64_t beeps[limit];
static int64_t first_second;
static volatile int is_over = 0;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void check(int status, const char *what) {
  if (status >= 0) return;
  fprintf(stderr, "%s: %s\n", what, snd_strerror(status));
  exit(1);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void sleep_until(int64_t time) {
  struct timespec until = {time / 1000000000, time % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
  }
}

static double time_of(int64_t sample) { return origin + sample * 1e9 / rate; }

// Looks at the stream: which sample is played at which time. The rate may be a little off the nominal one, so that only
// what was seen lately counts.
static void look(snd_pcm_t *pcm, int64_t written) {
  snd_pcm_status_t *status;
  snd_pcm_status_alloca(&status);
  check(snd_pcm_status(pcm, status), "status");
  if (snd_pcm_status_get_state(status) != SND_PCM_STATE_RUNNING) return;
  snd_htimestamp_t stamp;
  snd_pcm_status_get_htstamp(status, &stamp);
  double time = (double)stamp.tv_sec * 1e9 + stamp.tv_nsec;
  double seen = time - (written - snd_pcm_status_get_delay(status)) * 1e9 / rate;
  pthread_mutex_lock(&lock);
  looks++;
  origin = looks == 1 ? seen : origin + (seen - origin) / (looks < 25 ? looks : 25);
  pthread_mutex_unlock(&lock);
}

static void *play(void *argument) {
  snd_pcm_t *pcm = argument;
  static int16_t samples[period * 2];
  int64_t written = 0;
  while (!is_over) {
    memset(samples, 0, sizeof samples);
    pthread_mutex_lock(&lock);
    for (int index = 0; index < period && looks > 100; index++) {
      double time = time_of(written + index);
      int64_t second = (int64_t)(time / 1e9);
      double into = time - second * 1e9;
      if (second < first_second || second >= first_second + limit || into >= 50e6) continue;
      int64_t *beep = &beeps[second - first_second];
      // Where the driver was late, or looked at in the middle of a beep, there is none.
      if (!*beep && into < 1e9 / rate) *beep = written + index;
      if (!*beep) continue;
      double value = 16000 * sin(2 * M_PI * 1000 * (written + index - *beep) / rate);
      samples[2 * index] = samples[2 * index + 1] = (int16_t)value;
    }
    pthread_mutex_unlock(&lock);
    snd_pcm_sframes_t count = snd_pcm_writei(pcm, samples, period);
    if (count < 0) {
      // An emulated machine may stand still for longer than the buffer lasts: the stream begins anew.
      fprintf(stderr, "playing: %s\n", snd_strerror((int)count));
      check(snd_pcm_prepare(pcm), "playing on");
      pthread_mutex_lock(&lock);
      looks = 0;
      pthread_mutex_unlock(&lock);
      written = 0;
      continue;
    }
    written += count;
    look(pcm, written);
  }
  return NULL;
}

static snd_pcm_t *open_pcm(const char *name) {
  snd_pcm_t *pcm;
  snd_pcm_hw_params_t *hardware;
  snd_pcm_sw_params_t *software;
  snd_pcm_hw_params_alloca(&hardware);
  snd_pcm_sw_params_alloca(&software);
  check(snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, 0), name);
  check(snd_pcm_hw_params_any(pcm, hardware), "parameters");
  check(snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "access");
  check(snd_pcm_hw_params_set_format(pcm, hardware, SND_PCM_FORMAT_S16), "format");
  check(snd_pcm_hw_params_set_channels(pcm, hardware, 2), "channels");
  check(snd_pcm_hw_params_set_rate(pcm, hardware, rate, 0), "rate");
  snd_pcm_uframes_t buffer = rate / 2, step = period;
  check(snd_pcm_hw_params_set_buffer_size_near(pcm, hardware, &buffer), "buffer");
  check(snd_pcm_hw_params_set_period_size_near(pcm, hardware, &step, NULL), "period");
  check(snd_pcm_hw_params(pcm, hardware), "parameters");
  check(snd_pcm_sw_params_current(pcm, software), "parameters");
  check(snd_pcm_sw_params_set_start_threshold(pcm, software, buffer / 2), "start");
  check(snd_pcm_sw_params_set_tstamp_mode(pcm, software, SND_PCM_TSTAMP_ENABLE), "stamps");
  check(snd_pcm_sw_params_set_tstamp_type(pcm, software, SND_PCM_TSTAMP_TYPE_MONOTONIC), "stamps");
  check(snd_pcm_sw_params(pcm, software), "parameters");
  return pcm;
}

static int open_camera(const char *path) {
  int camera = open(path, O_RDWR);
  if (camera < 0) fail(path);
  struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
  format.fmt.pix.width = width;
  format.fmt.pix.height = height;
  format.fmt.pix.pixelformat = V4L2_PIX_FMT_YUYV;
  format.fmt.pix.bytesperline = width * 2;
  format.fmt.pix.sizeimage = width * height * 2;
  format.fmt.pix.field = V4L2_FIELD_NONE;
  format.fmt.pix.colorspace = V4L2_COLORSPACE_SMPTE170M;
  if (ioctl(camera, VIDIOC_S_FMT, &format) != 0) fail("setting the camera's format");
  struct v4l2_streamparm rates = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
  rates.parm.output.timeperframe.numerator = 1;
  rates.parm.output.timeperframe.denominator = frames_per_second;
  if (ioctl(camera, VIDIOC_S_PARM, &rates) != 0) fail("setting the camera's rate");
  return camera;
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: flash-and-beep VIDEO-NODE PCM SECONDS\n");
    return 64;
  }
  int seconds = atoi(arguments[3]);
  if (seconds > limit - 2) seconds = limit - 2;
  int camera = open_camera(arguments[1]);
  snd_pcm_t *pcm = open_pcm(arguments[2]);
  int64_t start = (now() / 1000000000 + 2) * 1000000000;
  first_second = start / 1000000000;
  pthread_t player;
  if (pthread_create(&player, NULL, play, pcm) != 0) fail("starting a thread");

  static uint8_t picture[width * height * 2];
  int64_t flashes[limit] = {0};
  for (int64_t frame = 0; frame < (int64_t)seconds * frames_per_second; frame++) {
    int is_flash = frame % frames_per_second < flash_frames;
    for (size_t byte = 0; byte < sizeof picture; byte += 2) {
      // A grey that changes from picture to picture.
      picture[byte] = is_flash ? 235 : (uint8_t)(60 + (frame + byte / 64) % 32);
      picture[byte + 1] = 128;
    }
    sleep_until(start + frame * 1000000000 / frames_per_second);
    int64_t second = frame / frames_per_second;
    if (frame % frames_per_second == 0) flashes[second] = now();
    if (write(camera, picture, sizeof picture) != (ssize_t)sizeof picture) fail("writing a picture");
    // In the middle of a second all is known of its beginning.
    if (frame % frames_per_second == frames_per_second / 2) {
      pthread_mutex_lock(&lock);
      if (beeps[second]) {
        printf("%lld %.3f\n", (long long)second, (time_of(beeps[second]) - flashes[second]) / 1e6);
        fflush(stdout);
      }
      pthread_mutex_unlock(&lock);
    }
  }
  is_over = 1;
  pthread_join(player, NULL);
  return 0;
}
