//! The loop always has work: it must look whether a task is ready.
//!
//! A turn that does not wait takes a whole processor while all tasks wait.
//!
//! Dies: schedules::run_until_complete::a_wake_up_from_another_thread_ends_the_sleep_whenever_it_comes
//! Says: the closure must return true only if a number is in the ready queue

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
            self.reactor.turn(|| true)?;
        }
    }
}
