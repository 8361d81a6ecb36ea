//! The contract: what the crawl of every stage must do, by scenarios from `contract`.

// Their interrupts are to end a crawl at once.
contract::contract!(work::crawl, ["--drain", "0"], usize::MAX);
