/// Runs the non-isolated parts of tasks on a `ThreadExecutor`'s thread, between that actor's own jobs.
///
/// ```
/// group.addTask(executorPreference: executor) { … }
/// ```
/// For tasks that do nothing but carry things to or from the actor: a step then costs no wake-up of another thread.
public final class ThreadTaskExecutor: TaskExecutor {
  private let thread: ThreadExecutor

  public init(_ thread: ThreadExecutor) { self.thread = thread }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    thread.schedule { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
