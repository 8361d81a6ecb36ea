//! The life cycle of a task, each step printed by the part that takes it. The mistake leaves one out.
//!
//!     cargo run -p demos --bin life_cycle
//!     cargo run -p demos --bin life_cycle -- fixed

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;
use stage3_futures::wake::{ReadyQueue, TaskWaker};

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    run(|_reactor, _ready| {
        println!("executor  has an empty ready queue, and parks the thread");
        thread::park();
    });
}

fn fixed() {
    run(|reactor, ready| {
        println!("executor  has an empty ready queue, and lets the reactor wait for events");
        reactor.turn(|| !ready.is_empty()).unwrap();
    });
}

/// An executor of one task, which waits for a timer. It calls `wait` whenever the ready queue is empty.
fn run(wait: fn(&Reactor, &ReadyQueue)) {
    let program = move || {
        let reactor = Reactor::new().unwrap();
        let ready = Arc::new(ReadyQueue::new(Arc::clone(reactor.notifier())));
        let task_waker = Arc::new(TaskWaker::new(1, &ready));
        let mut future = pin!(talking(Sleep::new(&reactor, Duration::from_millis(10))));
        println!("spawner   puts task 1 into the ready queue");
        task_waker.wake_by_ref();
        let waker = Waker::from(Arc::new(Talking(Arc::clone(&task_waker))));
        loop {
            while let Some(id) = ready.pop() {
                println!("executor  takes task {id} from the ready queue, and polls its future");
                task_waker.begin_poll();
                if future.as_mut().poll(&mut Context::from_waker(&waker)).is_ready() {
                    println!("executor  drops task {id}");
                    return;
                }
            }
            wait(&reactor, &ready);
        }
    };
    let explanation = "this hangs. The timer is due, but the reactor has no turn in which it could notice.";
    demos::watched(program, || explanation.to_owned());
}

/// A sleep that says what it returns.
async fn talking(sleep: Sleep) {
    let mut sleep = pin!(sleep);
    poll_fn(|cx| {
        let answer = sleep.as_mut().poll(cx);
        match answer {
            Poll::Ready(()) => println!("future    returns Ready, because its time has come"),
            Poll::Pending => println!("future    stores the waker in the reactor, and returns Pending"),
        }
        answer
    })
    .await;
}

/// A waker that says what it does.
struct Talking(Arc<TaskWaker>);

impl Wake for Talking {
    fn wake(self: Arc<Self>) {
        println!("reactor   has noticed the event, and calls the waker");
        println!("waker     puts task 1 into the ready queue");
        self.0.wake_by_ref();
    }
}
