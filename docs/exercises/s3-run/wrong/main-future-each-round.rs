//! The main future is polled in each round, because it is the one that counts.
//!
//! It was not woken. A poll for nothing is harmless, but it costs as much as any other.
//!
//! Dies: schedules::run_until_complete::the_main_future_is_polled_only_after_a_wake_up
//! Says: the main future was polled without a wake-up

impl Executor {
    fn run<T>(&self, main: TaskId, mut poll_main: impl FnMut() -> Poll<T>) -> io::Result<T> {
        let tasks = &self.spawner.0;
        loop {
            for _ in 0..POLLS_PER_TURN {
                if let Poll::Ready(output) = poll_main() {
                    return Ok(output);
                }
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
