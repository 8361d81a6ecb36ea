//! The main future is polled in each round, so its wake-ups mean nothing.
//!
//! A wake-up that comes after its poll is taken out of the queue, and then the executor sleeps.
//!
//! Dies: run_until_complete::every_task_that_is_ready_is_polled
//! Says: the executor sleeps, and has not polled all that was ready: its main future,

impl Executor {
    fn run<T>(&self, main: TaskId, mut poll_main: impl FnMut() -> Poll<T>) -> io::Result<T> {
        let tasks = &self.spawner.0;
        loop {
            if let Poll::Ready(output) = poll_main() {
                return Ok(output);
            }
            for _ in 0..POLLS_PER_TURN {
                match tasks.ready().pop() {
                    Some(id) if id == main => {}
                    Some(id) => tasks.poll(id),
                    None => break,
                }
            }
            self.reactor.turn(|| !tasks.ready().is_empty())?;
        }
    }
}
