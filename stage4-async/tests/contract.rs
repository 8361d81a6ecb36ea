//! The contract: what the crawl of every stage must do, by scenarios from `common::contract`.

common::contract!(stage4_async::crawl);
