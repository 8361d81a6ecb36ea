//! `get` takes the item out of the queue, so it is done.
//!
//! The worker that has taken it may put more. Only `task_done` says that it will not.
//!
//! Dies: level6::workers_take_each_item_once_until_the_queue_is_joined
//! Says: the workers had taken these

// in place of
        let pop = || self.items.borrow_mut().pop_front();
// stands
        let pop = || {
            let item = self.items.borrow_mut().pop_front()?;
            self.task_done();
            Some(item)
        };
// end of block
