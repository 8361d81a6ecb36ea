//! A stream by hand: the pages of a list, one after the other. Each is fetched when the caller asks for it.

use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures::{Stream, StreamExt};
use pin_project_lite::pin_project;
use stage3_futures::timer::Sleep;

demos::main!(fetch_two);

fn fetch_two() {
    demos::block_on(async |reactor| {
        let fetch = async |path| {
            println!("{path} is asked for");
            Sleep::new(&reactor, Duration::from_millis(10)).await;
            format!("the page at {path}")
        };
        let mut pages = pin!(pages(["/", "/about"].into_iter(), fetch));
        while let Some(page) = pages.next().await {
            println!("{page}");
        }
    });
}

/// Fetches the pages at `paths` in their order.
fn pages<P: Iterator, F: FnMut(P::Item) -> Fut, Fut: Future>(
    paths: P,
    fetch: F,
) -> impl Stream<Item = Fut::Output> {
    Pages { paths, fetch, page: None }
}

pin_project! {
    struct Pages<P, F, Fut> {
        paths: P,
        fetch: F,
        // The fetch in flight.
        #[pin]
        page: Option<Fut>,
    }
}

impl<P: Iterator, F: FnMut(P::Item) -> Fut, Fut: Future> Stream for Pages<P, F, Fut> {
    type Item = Fut::Output;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Fut::Output>> {
        let mut this = self.project();
        if this.page.is_none() {
            let Some(path) = this.paths.next() else { return Poll::Ready(None) };
            this.page.set(Some((this.fetch)(path)));
        }
        let page = this.page.as_mut().as_pin_mut().expect("a fetch is in flight");
        let page = ready!(page.poll(cx));
        this.page.set(None);
        Poll::Ready(Some(page))
    }
}
