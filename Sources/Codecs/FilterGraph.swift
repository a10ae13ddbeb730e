internal import CFFmpeg
internal import Media

/// A chain of libavfilter filters with one input and one output, made for frames of one shape.
final class FilterGraph {
  private let library: RushesFilterLibrary
  private var graph: UnsafeMutablePointer<AVFilterGraph>?
  private let source: UnsafeMutablePointer<AVFilterContext>
  private let sink: UnsafeMutablePointer<AVFilterContext>

  /// The unit of the output's times.
  var outputTimeBase: Rational {
    let base = library.av_buffersink_get_time_base(sink)
    return Rational(Int(base.num), Int(max(1, base.den)))
  }

  /// - Parameters:
  ///   - frame: What all input looks like.
  ///   - timeBase: Of the input's times.
  ///   - threads: 1 keeps filters on the caller's thread.
  init(
    for frame: Frame, mediaType: MediaType, timeBase: Rational, description: String, threads: Int
  ) throws(CodecsError) {
    _ = FFmpegLog.install
    library = try FilterLibrary.load()
    let graph = try allocated(library.avfilter_graph_alloc(), "a filter graph")
    self.graph = graph
    graph.pointee.nb_threads = Int32(threads)
    let isVideo = mediaType == .video

    source = try library.add(isVideo ? "buffer" : "abuffer", to: graph)
    sink = try library.add(isVideo ? "buffersink" : "abuffersink", to: graph)
    let parameters = try allocated(library.av_buffersrc_parameters_alloc(), "filter parameters")
    defer { av_free(parameters) }
    let picture = frame.pointer.pointee
    parameters.pointee.format = picture.format
    parameters.pointee.time_base = AVRational(num: Int32(timeBase.numerator), den: Int32(timeBase.denominator))
    if isVideo {
      parameters.pointee.width = picture.width
      parameters.pointee.height = picture.height
      parameters.pointee.sample_aspect_ratio = picture.sample_aspect_ratio
      rushes_buffersrc_set_color(parameters, frame.pointer)
    } else {
      parameters.pointee.sample_rate = picture.sample_rate
      try check(
        av_channel_layout_copy(&parameters.pointee.ch_layout, &frame.pointer.pointee.ch_layout),
        "copying a channel layout")
    }
    defer { av_channel_layout_uninit(&parameters.pointee.ch_layout) }
    try check(library.av_buffersrc_parameters_set(source, parameters), "cannot set up a filter's input")
    try check(library.avfilter_init_str(source, nil), "cannot set up a filter's input")
    try check(library.avfilter_init_str(sink, nil), "cannot set up a filter's output")
    try parse(description, in: graph)
    try check(library.avfilter_graph_config(graph, nil), "cannot set up the filters '\(description)'")
  }

  deinit { library.avfilter_graph_free(&graph) }

  /// Hands a frame over; `nil` ends the input.
  func push(_ frame: Frame?) throws(CodecsError) {
    let flags = Int32(AV_BUFFERSRC_FLAG_KEEP_REF)
    try check(library.av_buffersrc_add_frame_flags(source, frame?.pointer, flags), "cannot filter")
  }

  /// The next frame, `nil` where the graph wants input or has ended.
  func pull() throws(CodecsError) -> Frame? {
    let frame = try Frame()
    let status = library.av_buffersink_get_frame(sink, frame.pointer)
    if status == rushes_error_again || status == rushes_error_eof { return nil }
    try check(status, "cannot filter")
    return frame
  }

  private func parse(_ description: String, in graph: UnsafeMutablePointer<AVFilterGraph>) throws(CodecsError) {
    var outputs = library.avfilter_inout_alloc()
    var inputs = library.avfilter_inout_alloc()
    defer {
      library.avfilter_inout_free(&outputs)
      library.avfilter_inout_free(&inputs)
    }
    guard let output = outputs, let input = inputs else {
      throw CodecsError(code: .outOfMemory, message: "no memory for a filter graph")
    }
    output.pointee.name = av_strdup("in")
    output.pointee.filter_ctx = source
    input.pointee.name = av_strdup("out")
    input.pointee.filter_ctx = sink
    try check(
      library.avfilter_graph_parse_ptr(graph, description, &inputs, &outputs, nil),
      "cannot set up the filters '\(description)'"
    )
  }
}

extension RushesFilterLibrary {
  /// A filter of the given kind in `graph`, which owns it.
  fileprivate func add(
    _ name: String, to graph: UnsafeMutablePointer<AVFilterGraph>
  ) throws(CodecsError) -> UnsafeMutablePointer<AVFilterContext> {
    guard let filter = avfilter_get_by_name(name), let context = avfilter_graph_alloc_filter(graph, filter, name) else {
      throw CodecsError(code: .unsupportedCodec, message: "this FFmpeg has no filter '\(name)'")
    }
    return context
  }
}
