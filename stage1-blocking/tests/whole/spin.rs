//! The contract, with one thread that tries again and again instead of waiting.

contract::contract!(stage1_blocking::strategies::spin::crawl, "spin", 1);
