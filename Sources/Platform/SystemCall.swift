internal import Glibc

/// Repeats a system call while a signal interrupts it (EINTR).
///
/// - Returns: The call's result, or -1 with `errno` set to anything but EINTR.
@inline(__always)
func retryingInterrupts<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
