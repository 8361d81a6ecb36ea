//! The contract, with one thread that waits for one page after another.

contract::contract!(stage1_blocking::strategies::one_by_one, "one-by-one", 1);
