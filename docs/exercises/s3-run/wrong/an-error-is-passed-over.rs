//! An error of one turn is over in the next one.
//!
//! A selector that is broken stays so. The loop would go round for ever, and no caller would learn why.
//!
//! Dies: schedules::run_until_complete::an_error_of_a_turn_is_returned
//! Says: a turn has failed, and the next one has begun: return the error

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
            let _ = self.reactor.turn(|| !tasks.ready().is_empty());
        }
    }
}
