//! A fetch over another kind of stream than stage 1's own.

use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use common::{Attempt, FetchError, Phase, Response, Services, Target};

use crate::fetch::{receive, send};

/// Fetches as [`fetch`](crate::fetch::fetch()) does, over the streams that `connect` makes.
pub fn fetch_over<S: Read + Write>(
    connect: impl Fn(SocketAddr, &Attempt) -> io::Result<S>,
    target: &Target,
    services: &Arc<Services>,
) -> Result<Response, FetchError> {
    let attempt = Attempt::start(target, services);
    let fetch_once = || {
        attempt.pause()?;
        let address = attempt.resolve()?;
        attempt.enter(Phase::Connecting);
        let connected = connect(address, &attempt);
        let mut stream = connected.map_err(|error| attempt.io_error(error))?;
        send(&attempt, &mut stream)?;
        receive(&attempt, &mut stream)
    };
    loop {
        match fetch_once() {
            Ok(response) => return Ok(attempt.finish(response)),
            Err(error) => attempt.again(error)?,
        }
    }
}
