//! The future that lost is dropped with the one that holds both.
//!
//! A caller may keep that one. The connection of the loser stays open, and what it has locked stays locked.
//!
//! Dies: level4::the_loser_is_dropped_before_the_output_is_there
//! Says: the future that lost is not dropped

// in place of
pub async fn first<A: Future, B: Future>(a: A, b: B) -> First<A::Output, B::Output> {
    let (mut a, mut b) = (pin!(a), pin!(b));
    poll_fn(|cx| match a.as_mut().poll(cx) {
// stands
pub fn first<A: Future, B: Future>(a: A, b: B) -> impl Future<Output = First<A::Output, B::Output>> {
    let (mut a, mut b) = (Box::pin(a), Box::pin(b));
    poll_fn(move |cx| match a.as_mut().poll(cx) {
// end of block
// in place of
        Poll::Pending => b.as_mut().poll(cx).map(First::B),
    })
    .await
// stands
        Poll::Pending => b.as_mut().poll(cx).map(First::B),
    })
// end of block
