//! What only a real site asks for. It stands around a crawl, behind the door of `common`, which knows nothing of it.
//!
//! - [`pace`]: `--delay`, and the pauses that servers ask for
//! - [`odd`]: answers and errors after which the same request is made in another way
//! - [`robots`]: what the robots.txt of each origin allows
//! - [`check`]: what leads to broken links, links to other sites, fragments, links that are no URLs
//! - [`resume`]: a crawl that goes on where an earlier run has stopped
//! - `noted`: what these types read in an answer
//!
//! Each of the others is one `impl` of [`Around`](common::Around). [`services`] and [`job`] make a crawl with those that its options ask for.

#![warn(clippy::unwrap_used)]

pub mod check;
mod noted;
pub mod odd;
pub mod pace;
pub mod resume;
pub mod robots;

use std::sync::Arc;

use common::{Door, Job, Options, Services};

use check::Check;
use odd::Odd;
use pace::{Manners, Pacer};
use robots::Robots;

/// Makes a crawl with these options that begins at the roots.
pub fn job(options: Options) -> Job {
    services(options).into()
}

/// Makes the services of a crawl with these options.
pub fn services(options: Options) -> Services {
    services_at(options, &Pacer::default())
}

/// Makes the services of a crawl that takes the slots of hosts from this pacer.
pub fn services_at(options: Options, pacer: &Pacer) -> Services {
    let mut services = Services::new(options);
    services.door = door(&services.options, pacer);
    services
}

/// Makes the door of a crawl with these options. `Check` comes before `Robots`, so that no robots.txt is fetched for other sites. `Odd`
/// comes before `Manners`: a request that changes needs no pause.
pub fn door(options: &Options, pacer: &Pacer) -> Door {
    let mut door = Door::default();
    if options.checks != Default::default() {
        door.add(Arc::new(Check::new(options)));
    }
    if options.obey_robots {
        door.add(Arc::new(Robots::new(options, pacer)));
    }
    door.add(Arc::new(Odd::new(options)));
    door.add(Arc::new(Manners::new(options, pacer)));
    door
}
