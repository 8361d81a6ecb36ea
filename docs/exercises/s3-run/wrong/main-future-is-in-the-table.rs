//! Every number in the ready queue belongs to a task in the table.
//!
//! The main future has no entry there, so it is never polled.
//!
//! Dies: schedules::run_until_complete::the_main_future_has_its_first_poll
//! Says: the executor sleeps, and has never polled its main future

impl Executor {
    fn run<T>(&self, main: TaskId, mut poll_main: impl FnMut() -> Poll<T>) -> io::Result<T> {
        let _ = (main, &mut poll_main);
        let tasks = &self.spawner.0;
        loop {
            for _ in 0..POLLS_PER_TURN {
                match tasks.ready().pop() {
                    Some(id) => tasks.poll(id),
                    None => break,
                }
            }
            self.reactor.turn(|| !tasks.ready().is_empty())?;
        }
    }
}
