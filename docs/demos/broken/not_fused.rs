//! A future that cannot say whether it has ended, in a `select!`: the macro requires `FusedFuture`.

use std::time::Duration;

use futures::select;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;
use stage4_async::executor::block_on;

fn main() {
    let reactor = Reactor::new().unwrap();
    block_on(&reactor, first_of_two(&reactor)).unwrap();
}

async fn first_of_two(reactor: &Reactor) {
    let mut short = Sleep::new(reactor, Duration::from_millis(10));
    let mut long = Sleep::new(reactor, Duration::from_millis(20));
    select! {
        () = short => println!("the short one"),
        () = long => println!("the long one"),
    }
}
