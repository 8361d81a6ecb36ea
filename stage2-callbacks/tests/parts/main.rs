//! Tests of the parts. The tests of the whole crawl run after them: a part's test names what is wrong.

mod timers;
mod tokens;
mod tools;
mod tries;
mod try_connect;
mod try_request;
mod try_response;
mod try_the_end;
mod turns;
