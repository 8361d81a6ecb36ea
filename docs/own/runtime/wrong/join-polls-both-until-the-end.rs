//! A future that is ready stays ready.
//!
//! A future must not be polled after its end. Most of them panic.
//!
//! Dies: level4::join_has_both_outputs_whichever_comes_first
//! Says: and was polled again

// in place of
    match first(a.as_mut(), b.as_mut()).await {
        First::A(output) => (output, b.await),
        First::B(output) => (a.await, output),
    }
// stands
    let (mut from_a, mut from_b) = (None, None);
    poll_fn(|cx| {
        let polled = (a.as_mut().poll(cx), b.as_mut().poll(cx));
        if let Poll::Ready(output) = polled.0 {
            from_a = Some(output);
        }
        if let Poll::Ready(output) = polled.1 {
            from_b = Some(output);
        }
        if from_a.is_none() || from_b.is_none() {
            return Poll::Pending;
        }
        Poll::Ready((from_a.take().expect("it is there"), from_b.take().expect("it is there")))
    })
    .await
// end of block
