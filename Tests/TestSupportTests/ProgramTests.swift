import TestSupport
import Testing

@Suite struct ProgramTests {
  @Test("output, error output and exit code are told apart")
  func captures() async throws {
    let result = try await Program("sh").run(["-c", "echo out; echo err >&2; exit 7"])
    #expect(result.text == "out\n")
    #expect(result.errorLines == ["err"])
    #expect(result.exitCode == 7)
    #expect(result.signal == nil)
  }

  @Test("a megabyte each way does not stall on full pipes")
  func fullPipes() async throws {
    let bytes = [UInt8](repeating: 65, count: 1_000_000)
    let result = try await Program("tee").run(["/dev/stderr"], input: .bytes(bytes))
    #expect(result.output == bytes)
    #expect(result.errorOutput == bytes)
  }

  @Test("a program that does not end is killed at the timeout, its children too")
  func timeout() async throws {
    let result = try await Program("sh").run(["-c", "sleep 60 & sleep 60"], timeout: .milliseconds(200))
    #expect(result.timedOut)
    #expect(result.signal == 9)
    #expect(result.elapsedSeconds < 10)
  }

  @Test("a running program is fed, listened to, and signalled")
  func running() async throws {
    let program = try Program("sh").start([
      "-c", "trap 'echo stopped; exit 130' INT; read a; echo got $a; while :; do sleep 0.02; done",
    ])
    program.write(Array("hello\n".utf8))
    #expect(await program.says("got hello"))
    program.send(signal: 2)
    let result = await program.result()
    #expect(result.exitCode == 130)
    #expect(result.text == "got hello\nstopped\n")
  }

  @Test("a signal that ends a program is reported as such")
  func signalled() async throws {
    let program = try Program("cat").start([])
    program.send(signal: 15)
    #expect(await program.result().signal == 15)
  }

  @Test("input ends when the test closes it, and says() ends with the program")
  func closing() async throws {
    let program = try Program("cat").start([])
    program.write([1, 2, 3])
    program.closeInput()
    #expect(await program.says("never") == false)
    #expect(await program.result().output == [1, 2, 3])
  }

  @Test("a terminal is a terminal, a pipe is none")
  func terminal() async throws {
    let test = ["-c", "test -t 1 && echo yes || echo no"]
    #expect(try await Program("sh").run(test, output: .terminal).text == "yes\r\n")
    #expect(try await Program("sh").run(test).text == "no\n")
  }

  @Test("a full device and a broken pipe are errors of the program")
  func outputs() async throws {
    #expect(try await Program("sh").run(["-c", "echo a"], output: .file("/dev/full")).exitCode != 0)
    let broken = try await Program("sh").run(["-c", "trap '' PIPE; echo a; exec sleep 0"], output: .brokenPipe)
    #expect(broken.errorText.contains("roken pipe") || broken.errorText.contains("I/O error"))
  }

  @Test("environment, directory and a seekable input are the program's own")
  func surroundings() async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("0123456789", to: "a: %d\n.txt")
    let result = try await Program("sh").run(
      ["-c", "echo $X$HOME; pwd; dd bs=1 skip=5 2>/dev/null"], input: .file(file),
      environment: ["X": "x", "HOME": nil], in: directory.path)
    #expect(result.text == "x\n\(directory.path)\n56789")
  }

  @Test("many programs run at once")
  func concurrently() async throws {
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for index in 0..<40 { group.addTask { try await Program("echo").run(["\(index)"]).text } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts.count == 40)
  }

  @Test("a program that is not there is an error")
  func missing() async throws {
    await #expect(throws: TestSupportError.self) { try await Program("/nonexistent/x").run([]) }
    #expect(!Program("no-such-program-here").isPresent)
  }
}
