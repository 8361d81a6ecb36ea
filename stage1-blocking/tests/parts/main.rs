//! Tests of the parts. The tests of the whole crawl run after them: a part's test names what is wrong.

mod receive;
mod threads;
mod threads_end;
mod tools;
