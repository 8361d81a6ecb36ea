//! A panic of a thread comes out of its `join`, which is the place to pass it on.
//!
//! The page that panics takes all other pages with it, those that have been fetched included.
//!
//! Dies: level1::a_panic_costs_its_page_alone
//! Says: it ended `fetch_all`

// in place of
    let visit = |(index, item)| (index, catch_unwind(AssertUnwindSafe(|| fetch(item))));
// stands
    let visit = |(index, item)| (index, Ok(fetch(item)));
// end of block
