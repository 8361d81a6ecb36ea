//! Pop until the queue is empty, and stop when the budget is used up.
//!
//! The number that was popped last is not in the queue any more, and its task was not polled. No later wake-up queues
//! it, because it counts as queued.
//!
//! Dies: run_until_complete::the_main_future_is_polled_again_if_it_wakes_itself
//! Says: its number was popped for nothing

impl Executor {
    fn run<T>(&self, main: TaskId, mut poll_main: impl FnMut() -> Poll<T>) -> io::Result<T> {
        let tasks = &self.spawner.0;
        loop {
            let mut polls = 0;
            while let Some(id) = tasks.ready().pop() {
                if polls == POLLS_PER_TURN {
                    break;
                }
                polls += 1;
                if id != main {
                    tasks.poll(id);
                } else if let Poll::Ready(output) = poll_main() {
                    return Ok(output);
                }
            }
            self.reactor.turn(|| !tasks.ready().is_empty())?;
        }
    }
}
