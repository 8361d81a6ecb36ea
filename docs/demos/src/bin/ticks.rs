//! An interval whose task blocks its thread for more than three periods: the ticks that it has missed come at once.

use std::thread;
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval};

const PERIOD: Duration = Duration::from_millis(100);

demos::main!(wrong, fixed);

fn wrong() {
    tick(MissedTickBehavior::Burst);
}

fn fixed() {
    tick(MissedTickBehavior::Delay);
}

#[tokio::main(flavor = "current_thread")]
async fn tick(missed: MissedTickBehavior) {
    let mut interval = interval(PERIOD);
    interval.set_missed_tick_behavior(missed);
    for tick in 1..=5 {
        let waits = Instant::now();
        interval.tick().await;
        let at_once = waits.elapsed() < PERIOD / 2;
        println!("tick {tick} comes {}", if at_once { "at once" } else { "after a pause" });
        if tick == 2 {
            // A call that blocks.
            thread::sleep(PERIOD * 7 / 2);
        }
    }
}
