//! One URL, from its name to the last byte of the answer: every part of a fetch but the waiting.
//!
//! - [`attempt`]: the policy of one fetch: addresses, deadlines, tries
//! - [`resolve`]: the addresses of a host, each looked up once; [`public`]: which of them are public
//! - [`http`]: the bytes of a request, and a decoder for the bytes of the response
//! - [`error`]: what went wrong, and where
//! - [`time`]: sums of times that cannot overflow, and a random number for pauses

pub mod attempt;
pub mod error;
pub mod http;
pub mod public;
pub mod resolve;
pub mod time;
