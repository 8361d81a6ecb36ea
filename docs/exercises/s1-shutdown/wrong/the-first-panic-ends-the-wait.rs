//! The result of the joins does not matter, so I try them all in one go, and ignore what comes out.
//!
//! `try_for_each` stops at the first worker that panicked, and the others run on, detached.
//!
//! Dies: parts::threads_end::a_panic_of_a_worker_costs_neither_the_report_nor_the_wait_for_the_others
//! Says: even if another `join` has returned an error

impl Shared {
    fn shut_down(&self) {
        self.queue.join();
        self.queue.close();
        if self.services.interrupt.is_triggered() {
            return;
        }
        let workers = mem::take(&mut *lock(&self.workers));
        let _ = workers.into_iter().try_for_each(|worker| worker.join());
    }
}
