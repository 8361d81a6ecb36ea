//! One task, one turn: then the reactor is never late.
//!
//! It starves nothing, but each poll costs a system call more.
//!
//! Dies: parts::together::runs::many_tasks_are_polled_between_two_turns_of_the_reactor
//! Says: a turn of the reactor is a system call

impl Executor {
    fn run<T>(&self, main: TaskId, mut poll_main: impl FnMut() -> Poll<T>) -> io::Result<T> {
        let tasks = &self.spawner.0;
        loop {
            match tasks.ready().pop() {
                Some(id) if id == main => {
                    if let Poll::Ready(output) = poll_main() {
                        return Ok(output);
                    }
                }
                Some(id) => tasks.poll(id),
                None => {}
            }
            self.reactor.turn(|| !tasks.ready().is_empty())?;
        }
    }
}
