//! Futures of other crates run on this executor, because a waker is all that they need of it.

use std::thread;
use std::time::Duration;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use stage3_futures::timer::Sleep;

use crate::tools::run;

#[test]
fn futures_unordered_returns_the_first_output_first() {
    let order = run(async |reactor, _| {
        let sleeps = [30, 5].map(|milliseconds| {
            let sleep = Sleep::new(&reactor, Duration::from_millis(milliseconds));
            async move {
                sleep.await;
                milliseconds
            }
        });
        sleeps.into_iter().collect::<FuturesUnordered<_>>().collect::<Vec<_>>().await
    });
    assert_eq!(order, [5, 30]);
}

#[test]
fn a_channel_brings_values_from_another_thread() {
    let received = run(async |_, _| {
        let (sender, receiver) = smol::channel::bounded(1);
        let thread = thread::spawn(move || (0..100).for_each(|number| sender.send_blocking(number).unwrap()));
        let mut received = Vec::new();
        while let Ok(number) = receiver.recv().await {
            received.push(number);
        }
        thread.join().unwrap();
        received
    });
    assert_eq!(received, Vec::from_iter(0..100));
}
