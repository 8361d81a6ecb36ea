//! At its deadline, a fetch is late.
//!
//! If the page is there in the same poll, an error takes its place. `select` polls its first future first.
//!
//! Dies: level2::what_is_there_at_the_deadline_counts
//! Says: look at the fetch first, and then at the clock

// in place of
    match select(pin!(fetch), pin!(net.sleep(limit))).await {
        Either::Left((fetched, _)) => fetched,
        Either::Right(((), _)) => Err(Error::Late),
    }
// stands
    match select(pin!(net.sleep(limit)), pin!(fetch)).await {
        Either::Left(((), _)) => Err(Error::Late),
        Either::Right((fetched, _)) => fetched,
    }
// end of block
