//! One URL, from its name to the last byte of the answer: all of a fetch that never waits.
//!
//! - [`attempt`]: the policy of one fetch, which a stage asks what is next
//! - [`resolve`]: the addresses of a host, off the loop; [`public`]: which of them are public
//! - [`http`]: the bytes of a request, and a decoder for the bytes of the response
//! - [`error`]: what went wrong, and where
//! - [`pace`]: when it is whose turn at a host
//! - [`time`]: moments that no clock can tell

pub mod attempt;
pub mod error;
pub mod http;
pub mod pace;
pub mod public;
pub mod resolve;
pub mod time;
