//! A read by completion is dropped, and its buffer is used again while the kernel still has the order. In the fix, the order owns
//! the buffer, up to the report.

use std::sync::mpsc::{self, Sender};
use std::sync::{LazyLock, Mutex};
use std::thread;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::executor::block_on;

demos::main!(wrong, fixed);

/// The memory: two buffers, which are used again.
static MEMORY: Mutex<[&str; 2]> = Mutex::new([""; 2]);
static FREE: LazyLock<Mutex<Vec<usize>>> = LazyLock::new(|| Mutex::new(vec![1, 0]));

/// The index of a buffer in use. A drop gives the buffer back.
struct Buffer(usize);

/// What the kernel is to do: receive these bytes into the buffer of this index, and report that.
struct Order<B> {
    bytes: &'static str,
    index: usize,
    owns: B,
    report: oneshot::Sender<B>,
}

fn wrong() {
    read_twice(async |bytes, orders| {
        let buffer = Buffer(FREE.lock().unwrap().pop().unwrap());
        let (report, reported) = oneshot::channel();
        orders.send(Order { bytes, index: buffer.0, owns: (), report }).unwrap();
        reported.await.unwrap();
        MEMORY.lock().unwrap()[buffer.0]
    });
}

fn fixed() {
    read_twice(async |bytes, orders| {
        let buffer = Buffer(FREE.lock().unwrap().pop().unwrap());
        let (report, reported) = oneshot::channel();
        orders.send(Order { bytes, index: buffer.0, owns: buffer, report }).unwrap();
        let buffer = reported.await.unwrap();
        MEMORY.lock().unwrap()[buffer.0]
    });
}

impl Drop for Buffer {
    fn drop(&mut self) {
        FREE.lock().unwrap().push(self.0);
    }
}

/// Reads a letter whose server is slow, gives up, and reads another one.
fn read_twice<B: Send + 'static>(
    read: impl AsyncFn(&'static str, &Sender<Order<B>>) -> &'static str + Send + 'static,
) {
    let two_reads = move || {
        let orders = kernel();
        assert!(read("Alice's letter", &orders).now_or_never().is_none());
        println!("the read of Alice's letter waits, and is dropped");
        println!("the read of Bob's letter returns {}", block_on(read("Bob's letter", &orders)));
    };
    demos::watched(two_reads, || "the second read still waits".to_owned());
}

/// Starts a thread that plays the kernel. It carries out the second order before the first one, and then reports.
fn kernel<B: Send + 'static>() -> Sender<Order<B>> {
    let (sender, orders) = mpsc::channel::<Order<B>>();
    thread::spawn(move || {
        let orders: Vec<_> = orders.iter().take(2).collect();
        for Order { bytes, index, .. } in orders.iter().rev() {
            println!("kernel: {bytes} is in buffer {index}");
            MEMORY.lock().unwrap()[*index] = bytes;
        }
        // If no future waits, the report is dropped, and with it what the order owns.
        orders.into_iter().for_each(|order| drop(order.report.send(order.owns)));
    });
    sender
}
