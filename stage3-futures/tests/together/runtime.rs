//! Futures of other crates run on this executor, because a waker is all that they need of it.

use std::io::Write;
use std::thread;
use std::time::Duration;

use futures::StreamExt;
use futures::future::{Either, select};
use futures::stream::FuturesUnordered;
use stage3_futures::stream::TcpStream;
use stage3_futures::timer::Sleep;
use test_tools::future::yield_now;
use test_tools::socket::connection;

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

/// The reactor has one place for a reader's waker. Two readers cost many polls, but neither hangs.
#[test]
fn two_tasks_that_read_from_one_connection_both_end() {
    run(async |reactor, spawner| {
        let (near, mut far) = connection();
        let near = TcpStream::new(&reactor, near);
        let reads = [(); 2].map(|()| spawner.spawn(near.read_chunk()));
        yield_now().await;
        let mut reads = reads.into_iter();
        far.write_all(b"1").unwrap();
        let first = select(reads.next().unwrap(), reads.next().unwrap()).await;
        let (Either::Left((read, other)) | Either::Right((read, other))) = first;
        assert_eq!(&*read.unwrap().unwrap(), b"1");
        far.write_all(b"2").unwrap();
        assert_eq!(&*other.await.unwrap().unwrap(), b"2");
    });
}
