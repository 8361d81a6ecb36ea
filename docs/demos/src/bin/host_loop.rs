//! A future in a program that has a loop of its own. Stage 2's event loop stands for that of a window: a callback that calls
//! `block_on` stops it. The fix polls the future in a callback, and its waker makes the loop call that again.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::channel::oneshot;
use futures::executor::block_on;
use stage2_callbacks::reactor::Reactor;
use stage2_callbacks::remote::Remote;

demos::main!(wrong, fixed);

fn wrong() {
    run_window(|_window| block_on(clicked()));
}

fn fixed() {
    run_window(|window| spawn(window, clicked()));
}

/// A waker that makes the loop call the callback again.
struct InLoop(Remote);

impl Wake for InLoop {
    fn wake(self: Arc<Self>) {
        self.0.wake();
    }
}

/// Makes the loop poll `future`, now and whenever it is woken.
fn spawn(window: &Reactor, future: impl Future<Output = ()> + 'static) {
    // After its end, a fused future may be polled.
    let future = RefCell::new(Box::pin(future.fuse()));
    let waker = Rc::new(OnceCell::<Waker>::new());
    let of_callback = Rc::clone(&waker);
    let token = window.add(move || {
        let waker = of_callback.get().expect("it is set before the first turn");
        let _ = future.borrow_mut().poll_unpin(&mut Context::from_waker(waker));
    });
    waker.get_or_init(|| Arc::new(InLoop(window.remote(token))).into());
    window.post(token);
}

/// Waits for a page, which another thread fetches.
async fn clicked() {
    println!("the button is clicked");
    let (sender, page) = oneshot::channel();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(400));
        sender.send("the page has come")
    });
    println!("{}", page.await.expect("the thread sends a page"));
}

/// Runs a window for half a second. It ticks three times while the page is fetched.
fn run_window(click: fn(&Reactor)) {
    let window = Rc::new(Reactor::new().unwrap());
    let start = Instant::now();
    let [clicks, stops] = [Rc::clone(&window), Rc::clone(&window)];
    window.set_timer(start, move || click(&clicks));
    for tick in 1..=3 {
        window.set_timer(start + Duration::from_millis(100) * tick, move || println!("tick {tick}"));
    }
    window.set_timer(start + Duration::from_millis(500), move || stops.stop());
    window.run().unwrap();
}
