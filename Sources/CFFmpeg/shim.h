// The only door to FFmpeg: its headers, its macros as values, and every difference between its versions
// (5.1 to 8), so that no other file knows which one it is built on.
#ifndef RUSHES_CFFMPEG_SHIM_H
#define RUSHES_CFFMPEG_SHIM_H

#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/error.h>
#include <libavutil/hash.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// MARK: Macros as values

static const int rushes_error_again = AVERROR(EAGAIN);
static const int rushes_error_eof = AVERROR_EOF;
static const int rushes_error_exit = AVERROR_EXIT;
static const int rushes_error_invalid_data = AVERROR_INVALIDDATA;
static const int rushes_error_no_memory = AVERROR(ENOMEM);
static const int rushes_error_invalid_argument = AVERROR(EINVAL);
static const int rushes_error_io = AVERROR(EIO);
static const int rushes_error_no_space = AVERROR(ENOSPC);
static const int rushes_error_no_entry = AVERROR(ENOENT);
static const int rushes_error_not_permitted = AVERROR(EPERM);
static const int rushes_error_patch_welcome = AVERROR_PATCHWELCOME;
static const int64_t rushes_no_timestamp = AV_NOPTS_VALUE;
static const int rushes_input_buffer_padding = AV_INPUT_BUFFER_PADDING_SIZE;

/// AVERROR(errorNumber).
static inline int rushes_error(int errorNumber) { return AVERROR(errorNumber); }

// MARK: Differences between versions

#define RUSHES_AVUTIL_AT_LEAST(major, minor) (LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(major, minor, 0))
#define RUSHES_AVCODEC_AT_LEAST(major, minor) (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(major, minor, 0))
#define RUSHES_AVFORMAT_AT_LEAST(major, minor) (LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(major, minor, 0))

/// A frame's duration in its time base, 0 where unknown (`duration` replaced `pkt_duration` in FFmpeg 6.0).
static inline int64_t rushes_frame_duration(const AVFrame *frame) {
#if RUSHES_AVUTIL_AT_LEAST(57, 30)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

static inline void rushes_frame_set_duration(AVFrame *frame, int64_t duration) {
#if RUSHES_AVUTIL_AT_LEAST(57, 30)
  frame->duration = duration;
#else
  frame->pkt_duration = duration;
#endif
}

static inline int rushes_frame_is_interlaced(const AVFrame *frame) {
#if RUSHES_AVUTIL_AT_LEAST(58, 7)
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame;
#endif
}

static inline int rushes_frame_is_key(const AVFrame *frame) {
#if RUSHES_AVUTIL_AT_LEAST(58, 7)
  return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
  return frame->key_frame;
#endif
}

/// A stream's side data of one kind, NULL where there is none; owned by the stream
/// (codec parameters took it over from AVStream in FFmpeg 6.1).
static inline const uint8_t *rushes_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if RUSHES_AVFORMAT_AT_LEAST(60, 15)
  const AVPacketSideData *data =
      av_packet_side_data_get(stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  *size = data ? data->size : 0;
  return data ? data->data : NULL;
#else
  *size = 0;
  return av_stream_get_side_data(stream, type, size);
#endif
}

/// The byte after the last sample that a stream's index names; 0 where it has no index.
static inline int64_t rushes_stream_indexed_end(AVStream *stream) {
  int64_t end = 0;
  int count = avformat_index_get_entries_count(stream);
  for (int i = 0; i < count; i++) {
    const AVIndexEntry *entry = avformat_index_get_entry(stream, i);
    if (entry && entry->pos + entry->size > end) end = entry->pos + entry->size;
  }
  return end;
}

/// Room for a stream's side data of one kind, owned by the stream; NULL without memory.
static inline uint8_t *rushes_stream_new_side_data(AVStream *stream, enum AVPacketSideDataType type, size_t size) {
#if RUSHES_AVFORMAT_AT_LEAST(60, 15)
  AVPacketSideData *data = av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, size, 0);
  return data ? data->data : NULL;
#else
  return av_stream_new_side_data(stream, type, size);
#endif
}

/// Drops what a copied track's parameters carry beside the codec's own (matrix, Dolby Vision; since FFmpeg 6.1).
static inline void rushes_parameters_drop_side_data(AVCodecParameters *parameters) {
#if RUSHES_AVFORMAT_AT_LEAST(60, 15)
  av_packet_side_data_free(&parameters->coded_side_data, &parameters->nb_coded_side_data);
#else
  (void)parameters;
#endif
}

/// The picture must not be decoded or shown: it precedes an edit's start.
static inline int rushes_frame_is_discarded(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_DISCARD
  return (frame->flags & AV_FRAME_FLAG_DISCARD) != 0;
#else
  return 0;
#endif
}

/// A buffer source's colours, from the frames it will get (told beforehand since FFmpeg 7.0).
static inline void rushes_buffersrc_set_color(AVBufferSrcParameters *parameters, const AVFrame *frame) {
#if LIBAVFILTER_VERSION_INT >= AV_VERSION_INT(10, 1, 0)
  parameters->color_space = frame->colorspace;
  parameters->color_range = frame->color_range;
#else
  (void)parameters;
  (void)frame;
#endif
}

/// An AVIOContext over callbacks (its write callback took a const buffer in FFmpeg 7.0).
static inline AVIOContext *rushes_avio_alloc(
    int size, int writable, void *opaque, int (*read)(void *, uint8_t *, int),
    int (*write)(void *, const uint8_t *, int), int64_t (*seek)(void *, int64_t, int)) {
  uint8_t *buffer = (uint8_t *)av_malloc((size_t)size);
  if (!buffer) return NULL;
#if RUSHES_AVFORMAT_AT_LEAST(61, 0)
  AVIOContext *context = avio_alloc_context(buffer, size, writable, opaque, read, write, seek);
#else
  AVIOContext *context = avio_alloc_context(
      buffer, size, writable, opaque, read, (int (*)(void *, uint8_t *, int))write, seek);
#endif
  if (!context) av_free(buffer);
  return context;
}

/// Frees a context made by `rushes_avio_alloc` and its buffer, which libavformat may have replaced.
static inline void rushes_avio_free(AVIOContext **context) {
  if (context && *context) av_freep(&(*context)->buffer);
  avio_context_free(context);
}

/// swr_convert (its parameters gained a const in FFmpeg 7.0).
static inline int rushes_swr_convert(
    struct SwrContext *context, uint8_t *const *output, int output_count, const uint8_t *const *input, int input_count) {
#if LIBSWRESAMPLE_VERSION_INT >= AV_VERSION_INT(5, 0, 0)
  return swr_convert(context, output, output_count, input, input_count);
#else
  return swr_convert(context, (uint8_t **)output, output_count, (const uint8_t **)input, input_count);
#endif
}

// MARK: libavfilter, loaded when it is first needed

/// What is used of libavfilter. It brings some thirty libraries along, 20 ms and 10 MB that an export without filters does
/// not need, so programs are not linked to it.
#define RUSHES_FILTER_FUNCTIONS(ENTRY) \
  ENTRY(avfilter_graph_alloc) \
  ENTRY(avfilter_graph_free) \
  ENTRY(avfilter_graph_alloc_filter) \
  ENTRY(avfilter_graph_parse_ptr) \
  ENTRY(avfilter_graph_config) \
  ENTRY(avfilter_get_by_name) \
  ENTRY(avfilter_init_str) \
  ENTRY(avfilter_inout_alloc) \
  ENTRY(avfilter_inout_free) \
  ENTRY(av_buffersrc_parameters_alloc) \
  ENTRY(av_buffersrc_parameters_set) \
  ENTRY(av_buffersrc_add_frame_flags) \
  ENTRY(av_buffersink_get_frame) \
  ENTRY(av_buffersink_get_time_base)

typedef struct RushesFilterLibrary {
#define RUSHES_ENTRY(name) __typeof__(&name) _Nonnull name;
  RUSHES_FILTER_FUNCTIONS(RUSHES_ENTRY)
#undef RUSHES_ENTRY
} RushesFilterLibrary;

#define RUSHES_TEXT_OF(value) #value
#define RUSHES_TEXT(value) RUSHES_TEXT_OF(value)
/// The library of the version that this was compiled against.
static const char *const rushes_filter_library_name = "libavfilter.so." RUSHES_TEXT(LIBAVFILTER_VERSION_MAJOR);

/// Loads libavfilter, which stays loaded; NULL where it is missing or lacks a function: dlerror(3) says which.
/// Called once (FilterLibrary.swift).
static inline const RushesFilterLibrary *_Nullable rushes_load_filters(void) {
  static RushesFilterLibrary library;
  void *handle = dlopen(rushes_filter_library_name, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return NULL;
#define RUSHES_ENTRY(name) \
  { \
    void *symbol = dlsym(handle, #name); \
    if (!symbol) return NULL; \
    library.name = (__typeof__(&name))symbol; \
  }
  RUSHES_FILTER_FUNCTIONS(RUSHES_ENTRY)
#undef RUSHES_ENTRY
  return &library;
}

// MARK: H.264 and AAC profiles (renamed in FFmpeg 6.1)

#ifdef AV_PROFILE_H264_HIGH
static const int rushes_profile_h264_high = AV_PROFILE_H264_HIGH;
static const int rushes_profile_aac_low = AV_PROFILE_AAC_LOW;
static const int rushes_profile_h264_baseline = AV_PROFILE_H264_BASELINE;
static const int rushes_profile_h264_main = AV_PROFILE_H264_MAIN;
static const int rushes_profile_h264_constrained = AV_PROFILE_H264_CONSTRAINED;
#else
static const int rushes_profile_h264_high = FF_PROFILE_H264_HIGH;
static const int rushes_profile_aac_low = FF_PROFILE_AAC_LOW;
static const int rushes_profile_h264_baseline = FF_PROFILE_H264_BASELINE;
static const int rushes_profile_h264_main = FF_PROFILE_H264_MAIN;
static const int rushes_profile_h264_constrained = FF_PROFILE_H264_CONSTRAINED;
#endif

#endif
