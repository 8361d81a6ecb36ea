//! An await in a loop is enough: the others go on meanwhile.
//!
//! A future does nothing while it is not polled. The loop polls one at a time, so one fetch is in flight.
//!
//! Dies: level1::there_is_room_for_as_many_fetches_as_the_limit_says
//! Says: while one is awaited alone, no other is polled

// in place of
    let mut batch = Batch::new(net, urls, options);
    while batch.turn().await {}
    batch.done.into_values().collect()
// stands
    let mut batch = Batch::new(net, urls, options);
    let mut results = Vec::new();
    while let Some(page) = batch.waiting.pop_front() {
        results.push(batch.fetch(page).await.1);
    }
    results
// end of block
