//! System calls that fail: what the program makes of every error, from `contract`.

contract::faults!("async", "keep-alive");
