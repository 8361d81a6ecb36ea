//! A task that is told to stop before it waits. The limit of an hour passes at once, because the clock is paused. With
//! `socket`, the clock should not be paused: an answer is on its way.
//!
//!     cargo run -p demos --bin paused_clock [-- socket|fixed]

use std::env;
use std::sync::Arc;
use std::time::Duration;

use practice_site::{Answer, Site};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

const HOUR: Duration = Duration::from_secs(3600);

fn main() {
    match env::args().nth(1).as_deref() {
        Some("socket") => fetch(),
        _ => demos::main(wrong, fixed),
    }
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn wrong() {
    waits_for(Notify::notify_waiters).await;
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn fixed() {
    waits_for(Notify::notify_one).await;
}

async fn waits_for(tell: fn(&Notify)) {
    let (clock, real) = (Instant::now(), std::time::Instant::now());
    let stop = Arc::new(Notify::new());
    let stopped = Arc::clone(&stop);
    let task = tokio::spawn(async move { stopped.notified().await });
    tell(&stop);
    match timeout(HOUR, task).await {
        Ok(_) => println!("the task has stopped"),
        Err(_) => println!("the task has not stopped"),
    }
    let [clock, real] = [clock.elapsed(), real.elapsed()].map(|time| time.as_secs() / 60);
    println!("on the clock: {clock} minutes; in truth: {real} minutes");
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn fetch() {
    let answer = Answer::html("Hello.").after(Duration::from_millis(100));
    let site = Site::builder().page("/", answer).start().unwrap();
    match timeout(HOUR, get(&site)).await {
        Ok(answer) => println!("{answer}"),
        Err(_) => println!("no answer within an hour"),
    }
}

async fn get(site: &Site) -> String {
    let mut stream = TcpStream::connect(site.address()).await.unwrap();
    stream.write_all(b"GET / HTTP/1.0\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}
