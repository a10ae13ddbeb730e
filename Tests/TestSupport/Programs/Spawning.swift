internal import CSpawn
internal import Glibc

/// Starts a process in a process group of its own, with default signals and the three descriptors (-1: closed).
func spawn(
  _ command: [String], _ descriptors: [Int32], environment: [String: String], directory: String?
) throws -> Int32 {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  // First away from 0...2, so that one of them cannot be overwritten before it was used.
  for (index, descriptor) in descriptors.enumerated() where descriptor >= 0 && descriptor < 3 {
    throw TestSupportError("descriptor \(index) of this process is closed; cannot start '\(command[0])'")
  }
  for (index, descriptor) in descriptors.enumerated() {
    if descriptor >= 0 {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(index))
    } else {
      posix_spawn_file_actions_addclose(&actions, Int32(index))
    }
  }
  if let directory { rushes_spawn_change_directory(&actions, directory) }
  // Descriptors of this process that were made without CLOEXEC stay here, whichever test made them.
  rushes_spawn_close_from(&actions, 3)

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

  var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
  var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer { for pointer in arguments + variables { free(pointer) } }
  var identifier: pid_t = 0
  let code = posix_spawn(&identifier, command[0], &actions, &attributes, &arguments, &variables)
  guard code == 0 else { throw TestSupportError.system("start '\(command[0])'", code) }
  return identifier
}
