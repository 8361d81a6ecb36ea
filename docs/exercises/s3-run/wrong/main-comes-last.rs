//! The tasks run first, and the main future is polled when none is ready.
//!
//! Tasks that wake each other for ever are always ready. The main future is in the queue with them, and has its turn
//! like any other.
//!
//! Dies: parts::together::runs::tasks_that_wake_themselves_for_ever_starve_no_timer
//! Says: which is in the same queue

impl Executor {
    fn run<T>(&self, main: TaskId, mut poll_main: impl FnMut() -> Poll<T>) -> io::Result<T> {
        let tasks = &self.spawner.0;
        let mut is_main_ready = false;
        loop {
            for _ in 0..POLLS_PER_TURN {
                match tasks.ready().pop() {
                    Some(id) if id == main => is_main_ready = true,
                    Some(id) => tasks.poll(id),
                    None if is_main_ready => {
                        is_main_ready = false;
                        if let Poll::Ready(output) = poll_main() {
                            return Ok(output);
                        }
                    }
                    None => break,
                }
            }
            self.reactor.turn(|| is_main_ready || !tasks.ready().is_empty())?;
        }
    }
}
