//! Between two turns, poll what is ready now, and no more.
//!
//! If few tasks are ready, there are few polls for each turn, and a turn is a system call: with one busy task, one
//! poll.
//!
//! Dies: together::runs::many_tasks_are_polled_between_two_turns_of_the_reactor
//! Says: a turn of the reactor is a system call

impl Executor {
    fn run<T>(&self, main: TaskId, mut poll_main: impl FnMut() -> Poll<T>) -> io::Result<T> {
        let tasks = &self.spawner.0;
        loop {
            for _ in 0..tasks.ready().len() {
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
            self.reactor.turn(|| !tasks.ready().is_empty())?;
        }
    }
}
