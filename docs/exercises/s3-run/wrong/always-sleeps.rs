//! After the polls, there is nothing to do but to wait for an event.
//!
//! After the last poll of the budget, tasks may be ready: then the executor sleeps, and nothing wakes it.
//!
//! Dies: run_until_complete::the_main_future_is_polled_again_if_it_wakes_itself
//! Says: its number is in the ready queue

impl Executor {
    fn run<T>(&self, main: TaskId, mut poll_main: impl FnMut() -> Poll<T>) -> io::Result<T> {
        let tasks = &self.spawner.0;
        loop {
            for _ in 0..POLLS_PER_TURN {
                match tasks.ready().pop() {
                    Some(id) if id == main => {
                        if let Poll::Ready(output) = poll_main() {
                            return Ok(output);
                        }
                    }
                    Some(id) => tasks.poll(id),
                    None => break,
                }
            }
            self.reactor.turn(|| false)?;
        }
    }
}
