//! The contract, with one thread that asks again and again instead of waiting.

contract::contract!(stage1_blocking::strategies::spin::crawl, "spin", 1);
