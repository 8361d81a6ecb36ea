//! A task that keeps an `Attempt`, and lends it to a function that writes the request. With `&Attempt`, the compiler rejects
//! the task. In the fix, the function takes `&mut Attempt`.
//!
//!     cargo check -p demos --features broken --bin attempt_in_task
//!     cargo run -p demos --bin attempt_in_task

use std::net::SocketAddr;
use std::sync::Arc;

use common::{Attempt, FetchError, Options, Phase, Target};
use demos::spawn;
use practice_site::Site;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

#[tokio::main]
async fn main() {
    let site = Site::comics().unwrap();
    let root = site.url("/");
    let options = Arc::new(Options::new(vec![root.clone()]));
    let attempt = Attempt::first(&Target::page(Arc::new(root)), &options);
    #[cfg(feature = "broken")]
    wrong(attempt, site.address()).await;
    #[cfg(not(feature = "broken"))]
    fixed(attempt, site.address()).await;
}

#[cfg(feature = "broken")]
async fn wrong(attempt: Attempt, address: SocketAddr) {
    let task = spawn(async move {
        let mut stream = TcpStream::connect(address).await.unwrap();
        send(&attempt, &mut stream).await
    });
    task.await.unwrap().unwrap();
}

#[cfg(feature = "broken")]
async fn send(attempt: &Attempt, stream: &mut TcpStream) -> Result<(), FetchError> {
    attempt.enter(Phase::Sending);
    stream.write_all(&attempt.request()).await.map_err(|error| attempt.io_error(error))
}

#[cfg(not(feature = "broken"))]
async fn fixed(mut attempt: Attempt, address: SocketAddr) {
    let task = spawn(async move {
        let mut stream = TcpStream::connect(address).await.unwrap();
        send_by_mut(&mut attempt, &mut stream).await
    });
    task.await.unwrap().unwrap();
    println!("the request is sent");
}

#[cfg(not(feature = "broken"))]
async fn send_by_mut(attempt: &mut Attempt, stream: &mut TcpStream) -> Result<(), FetchError> {
    attempt.enter(Phase::Sending);
    stream.write_all(&attempt.request()).await.map_err(|error| attempt.io_error(error))
}
