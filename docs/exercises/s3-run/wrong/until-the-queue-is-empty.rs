//! The reactor has its turn when no task is ready.
//!
//! Tasks that wake each other for ever are always ready, so no timer fires and no socket is read.
//!
//! Dies: schedules::run_until_complete::the_main_future_is_polled_again_if_it_wakes_itself
//! Says: no turn of the reactor in between: those of the main future count, too

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
