//! A function that returns a future, and no longer needs its argument by then. The future counts as a borrower of the argument,
//! so the compiler rejects the caller. In the fix, `use<>` says that nothing is borrowed.

use demos::{fetch, spawn};

#[tokio::main]
async fn main() {
    let task = {
        let site = String::from("http://localhost");
        #[cfg(feature = "broken")]
        spawn(wrong(&site));
        spawn(fixed(&site))
    };
    println!("{}", task.await.unwrap());
}

#[cfg(feature = "broken")]
fn wrong(site: &str) -> impl Future<Output = String> + Send {
    let url = format!("{site}/robots.txt");
    async move { fetch(&url).await }
}

fn fixed(site: &str) -> impl Future<Output = String> + Send + use<> {
    let url = format!("{site}/robots.txt");
    async move { fetch(&url).await }
}
