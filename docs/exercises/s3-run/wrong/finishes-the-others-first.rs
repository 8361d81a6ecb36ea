//! Tasks that are ready are polled before the output is returned.
//!
//! Tasks that wake each other for ever are always ready, and the output would never be returned. Unfinished tasks go
//! on in the next run.
//!
//! Dies: parts::together::runs::unfinished_tasks_go_on_in_the_next_run
//! Says: tasks were polled before its output was returned

impl Executor {
    fn run<T>(&self, main: TaskId, mut poll_main: impl FnMut() -> Poll<T>) -> io::Result<T> {
        let tasks = &self.spawner.0;
        loop {
            for _ in 0..POLLS_PER_TURN {
                match tasks.ready().pop() {
                    Some(id) if id == main => {
                        if let Poll::Ready(output) = poll_main() {
                            while let Some(id) = tasks.ready().pop() {
                                tasks.poll(id);
                            }
                            return Ok(output);
                        }
                    }
                    Some(id) => tasks.poll(id),
                    None => break,
                }
            }
            self.reactor.turn(|| !tasks.ready().is_empty())?;
        }
    }
}
