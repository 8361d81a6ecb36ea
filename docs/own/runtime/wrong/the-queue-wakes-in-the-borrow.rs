//! Put the item and wake a getter: that is one step.
//!
//! The items are borrowed while the waker runs, which may put another item.
//!
//! Dies: level6::a_waker_may_use_the_queue
//! Says: borrow

// in place of
        self.items.borrow_mut().push_back(item);
        self.unfinished.set(self.unfinished.get() + 1);
        wake_first(&self.getters, ..);
// stands
        let mut items = self.items.borrow_mut();
        items.push_back(item);
        self.unfinished.set(self.unfinished.get() + 1);
        wake_first(&self.getters, ..);
        drop(items);
// end of block
