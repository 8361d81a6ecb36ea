//! The turn must know whether it may sleep, so tell it whether the queue is empty.
//!
//! It asks whether there is work. With the other answer, it sleeps while a task is ready, and stays awake while none
//! is.
//!
//! Dies: run_until_complete::the_main_future_is_polled_again_if_it_wakes_itself
//! Says: its number is in the ready queue

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
            self.reactor.turn(|| tasks.ready().is_empty())?;
        }
    }
}
