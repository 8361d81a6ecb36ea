//! How large futures are: those that stage 3 writes by hand, and those that the compiler makes in stage 4.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use common::{Options, Target};
use stage3_futures::fetch::fetch as fetch_by_hand;
use stage3_futures::queue::Queue as QueueByHand;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;
use stage4_async::fetch::fetch;
use stage4_async::queue::Queue;

fn main() -> io::Result<()> {
    demos::takes_no_argument();
    let reactor = Reactor::new()?;
    let url = "http://127.0.0.1/".parse().expect("a URL");
    let (target, services) = (Target::page(Arc::new(url)), Arc::new(Options::new([]).into()));
    let (by_hand, queue) = (QueueByHand::<Target>::default(), Queue::<Target>::default());
    println!("a future, in bytes  stage 3  stage 4");
    row("fetch", &fetch_by_hand(&target, &services, &reactor), &fetch(&target, &services, &reactor));
    row("Queue::get", &by_hand.get(), &queue.get());
    row("Queue::join", &by_hand.join(), &queue.join());
    println!("\nan async fn with an array of 1000 bytes, in bytes:");
    println!("used after the await         {:5}", size_of_val(&used_afterwards(&reactor)));
    println!("not used after the await     {:5}", size_of_val(&not_used_afterwards(&reactor)));
    println!("in a block before the await  {:5}", size_of_val(&in_a_block(&reactor)));
    println!("passed as an argument        {:5}", size_of_val(&as_an_argument([1; 1000], &reactor)));
    Ok(())
}

fn row<A, B>(name: &str, by_hand: &A, by_compiler: &B) {
    println!("{name:<20}{:7}  {:7}", size_of_val(by_hand), size_of_val(by_compiler));
}

async fn used_afterwards(reactor: &Reactor) {
    let page = [1; 1000];
    pause(reactor).await;
    println!("{} bytes", sum(&page));
}

async fn not_used_afterwards(reactor: &Reactor) {
    let page = [1; 1000];
    println!("{} bytes", sum(&page));
    pause(reactor).await;
}

async fn in_a_block(reactor: &Reactor) {
    {
        let page = [1; 1000];
        println!("{} bytes", sum(&page));
    }
    pause(reactor).await;
}

async fn as_an_argument(page: [u8; 1000], reactor: &Reactor) {
    pause(reactor).await;
    println!("{} bytes", sum(&page));
}

fn pause(reactor: &Reactor) -> Sleep {
    Sleep::new(reactor, Duration::from_millis(1))
}

fn sum(page: &[u8]) -> u32 {
    page.iter().map(|&byte| u32::from(byte)).sum()
}
