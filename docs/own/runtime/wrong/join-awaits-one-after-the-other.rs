//! `join` awaits the first future, and then the second one.
//!
//! The second one begins when the first one has ended. Two waits take as long as both together.
//!
//! Dies: level4::both_futures_begin_before_either_is_ready
//! Says: these are the polls of the futures

// in place of
    match first(a.as_mut(), b.as_mut()).await {
        First::A(output) => (output, b.await),
        First::B(output) => (a.await, output),
    }
// stands
    (a.as_mut().await, b.as_mut().await)
// end of block
