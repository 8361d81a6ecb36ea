//! The flag is set once, when the task is queued for the first time.
//!
//! After the first poll, the flag says "queued", but the queue does not have the task. No wake-up queues it
//! again.
//!
//! Dies: schedules::ready_queue::a_task_that_is_woken_while_it_is_polled_is_queued_again
//! Says: the task counts as queued, but is not in the queue

impl TaskWaker {
    fn begin_poll(&self) {}
}
