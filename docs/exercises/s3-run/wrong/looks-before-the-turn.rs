//! Whether there is work is known before the turn.
//!
//! Another thread may wake a task after the look. The reactor has not said yet that it waits, so nothing ends
//! its sleep.
//!
//! Dies: schedules::run_until_complete::a_wake_up_from_another_thread_ends_the_sleep_whenever_it_comes
//! Says: the executor sleeps although another thread has woken its main future

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
            let has_work = !tasks.ready().is_empty();
            self.reactor.turn(|| has_work)?;
        }
    }
}
