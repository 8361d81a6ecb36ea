//! A waker needs the notifier, so it holds what has it.
//!
//! A waker may be kept long after `block_on`, by a thread or a channel. Then the descriptors of the selector stay open.
//!
//! Dies: level1::after_block_on_no_descriptor_is_open_though_wakers_are_kept
//! Says: a waker must not keep them open

// in place of
    ready: Weak<Ready>,
}
// stands
    ready: Arc<Ready>,
}
// end of block
// in place of
        Arc::new(TaskWaker { id, is_woken: AtomicBool::new(false), ready: Arc::downgrade(ready) })
// stands
        Arc::new(TaskWaker { id, is_woken: AtomicBool::new(false), ready: Arc::clone(ready) })
// end of block
// in place of
        let Some(ready) = self.ready.upgrade() else { return };
// stands
        let _ = Weak::<Ready>::upgrade;
        let ready = &self.ready;
// end of block
