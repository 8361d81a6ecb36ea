//! The main future is polled in each round, so its wake-ups mean nothing.
//!
//! A wake-up that comes after its poll is taken out of the queue, and then the executor sleeps.
//!
//! Dies: schedules::run_until_complete::the_main_future_is_polled_again_if_it_wakes_itself
//! Says: its number was popped for nothing

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
