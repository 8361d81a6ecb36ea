//! A method whose argument awaits: its receiver is borrowed first, and the borrow lives across the `.await`. The compiler
//! rejects the task. In the fix, the `.await` has a statement of its own.

use std::net::SocketAddr;
use std::sync::Arc;

use common::{Attempt, FetchError, Options, Target};
use demos::spawn;
use stage3_futures::resolve::Resolve;
use url::Url;

#[tokio::main]
async fn main() {
    let root = Url::parse("http://127.0.0.1:7500/").unwrap();
    let services = Arc::new(Options::new(vec![root.clone()]).into());
    let mut attempt = Attempt::start(&Target::page(Arc::new(root)), &services);
    #[cfg(feature = "broken")]
    let task = spawn(async move { wrong(&mut attempt).await });
    #[cfg(not(feature = "broken"))]
    let task = spawn(async move { fixed(&mut attempt).await });
    println!("{}", task.await.unwrap().unwrap());
}

#[cfg(feature = "broken")]
async fn wrong(attempt: &mut Attempt) -> Result<SocketAddr, FetchError> {
    attempt.address(Resolve(attempt.lookup()).await)
}

#[cfg(not(feature = "broken"))]
async fn fixed(attempt: &mut Attempt) -> Result<SocketAddr, FetchError> {
    let found = Resolve(attempt.lookup()).await;
    attempt.address(found)
}
