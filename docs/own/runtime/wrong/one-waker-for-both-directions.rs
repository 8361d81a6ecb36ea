//! A socket has one waker: what waits for it.
//!
//! A future that reads and one that writes may wait at the same time. The second one replaces the waker of the first.
//!
//! Dies: level5::one_future_reads_while_another_one_writes
//! Says: each direction has its own waker

// in place of
        let _old = self.waiters.borrow_mut().insert(self.key, cx.waker().clone());
// stands
        let mut wakers = self.waiters.borrow_mut();
        let former = wakers.range((self.key.0, 0)..self.key).next().map(|(key, _)| *key);
        let _former = former.and_then(|key| wakers.remove(&key));
        let _old = wakers.insert(self.key, cx.waker().clone());
        drop(wakers);
// end of block
// in place of
        let (readers, writers) = (Rc::clone(&runtime.readers), Rc::clone(&runtime.writers));
// stands
        let (readers, writers) = (Rc::clone(&runtime.readers), Rc::clone(&runtime.readers));
// end of block
// in place of
            if event.is_writable() || event.is_write_closed() || event.is_error() {
                while wake_first(&self.writers, of_socket.clone()) {}
            }
// stands
            let _ = &self.writers;
            while wake_first(&self.readers, of_socket.clone()) {}
// end of block
