//! The reactor has its turn when no task is ready.
//!
//! Tasks that wake each other for ever are always ready, so no timer fires and no socket is read.
//!
//! Dies: together::runs::tasks_that_wake_themselves_for_ever_starve_no_timer
//! Says: give the reactor a turn in between

impl Executor {
    fn run<T>(&self, main: TaskId, mut poll_main: impl FnMut() -> Poll<T>) -> io::Result<T> {
        let tasks = &self.spawner.0;
        loop {
            while let Some(id) = tasks.ready().pop() {
                if id != main {
                    tasks.poll(id);
                } else if let Poll::Ready(output) = poll_main() {
                    return Ok(output);
                }
            }
            self.reactor.turn(|| !tasks.ready().is_empty())?;
        }
    }
}
