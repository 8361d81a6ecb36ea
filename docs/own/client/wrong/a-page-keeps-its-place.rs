//! A page keeps its place until it is done.
//!
//! During a pause, nothing is in flight, and the others could be fetched.
//!
//! Dies: level3::a_pause_leaves_its_place_to_others
//! Says: what pauses is not in flight, and takes no place

// in place of
            return self.pausing.push(Box::pin(async move {
                net.sleep(pause).await;
                Page { pauses, ..page }
            }));
// stands
            let again = self.fetch(Page { pauses, ..page });
            return self.running.push(Box::pin(async move {
                net.sleep(pause).await;
                again.await
            }));
// end of block
