//! A task that keeps an `Attempt`, and lends it to a function that writes the request. With `&Attempt`, the compiler rejects
//! the task. The fix, `&mut Attempt`, is in the package `work`.

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
    let services = Arc::new(Options::new(vec![root.clone()]).into());
    let attempt = Attempt::start(&Target::page(Arc::new(root)), &services);
    wrong(attempt, site.address()).await;
}

async fn wrong(attempt: Attempt, address: SocketAddr) {
    let task = spawn(async move {
        let mut stream = TcpStream::connect(address).await.unwrap();
        send(&attempt, &mut stream).await
    });
    task.await.unwrap().unwrap();
}

async fn send(attempt: &Attempt, stream: &mut TcpStream) -> Result<(), FetchError> {
    attempt.enter(Phase::Sending);
    stream.write_all(&attempt.request()).await.map_err(|error| attempt.io_error(error))
}
