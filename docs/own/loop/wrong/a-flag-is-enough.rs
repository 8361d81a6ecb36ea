//! The server looks at a flag in each turn.
//!
//! A server that waits has no turn.
//!
//! Dies: level3::a_stop_ends_the_wait_of_a_server
//! Says: a flag does not end the wait

// in place of
    waker: Arc<Waker>,
// stands
    waker: Arc<std::sync::atomic::AtomicBool>,
// end of block

// in place of
use mio::Waker;
// stands
// end of block

// in place of
            waker: Arc::new(Waker::new(poll.registry(), STOP)?),
// stands
            waker: Arc::default(),
// end of block

// in place of
        if ready.contains(&STOP) {
// stands
        if self.waker.load(std::sync::atomic::Ordering::SeqCst) {
// end of block

// in place of
pub struct Stopper(Arc<Waker>);
// stands
pub struct Stopper(Arc<std::sync::atomic::AtomicBool>);
// end of block

// in place of
        let _ = self.0.wake();
// stands
        self.0.store(true, std::sync::atomic::Ordering::SeqCst);
// end of block
