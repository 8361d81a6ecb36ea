//! The main future is no task, so its polls do not count.
//!
//! A main future that wakes itself is always ready, too: without a turn, no timer fires and no socket is read.
//!
//! Dies: run_until_complete::the_main_future_is_polled_again_if_it_wakes_itself
//! Says: no turn of the reactor in between: every poll counts

impl Executor {
    fn run<T>(&self, main: TaskId, mut poll_main: impl FnMut() -> Poll<T>) -> io::Result<T> {
        let tasks = &self.spawner.0;
        loop {
            let mut polls = 0;
            while polls < POLLS_PER_TURN {
                match tasks.ready().pop() {
                    Some(id) if id == main => {
                        if let Poll::Ready(output) = poll_main() {
                            return Ok(output);
                        }
                    }
                    Some(id) => {
                        tasks.poll(id);
                        polls += 1;
                    }
                    None => break,
                }
            }
            self.reactor.turn(|| !tasks.ready().is_empty())?;
        }
    }
}
