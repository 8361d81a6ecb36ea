//! The contract: what the crawl of every stage must do, by scenarios from `contract`.

contract::contract!(stage1_blocking::crawl);
