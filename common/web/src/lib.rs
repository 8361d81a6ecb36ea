//! What only a real site asks for. It stands around a crawl, behind the door of `common`, which knows nothing of it.
//!
//! - [`manners`]: `--delay`, and the pauses that servers ask for; [`pace`]: the slots of each host
//! - [`odd`]: answers and errors after which the same request is made in another way
//! - [`robots`]: what the robots.txt of each origin allows
//! - [`check`]: what leads to broken links, links to other sites, fragments, links that are no URLs
//! - [`resume`]: a crawl that goes on where an earlier run has stopped
//! - `noted`: what they read in an answer
//!
//! Each of them is one `impl` of [`Around`](common::Around). [`services`] and [`job`] make a crawl with those that its options ask for.

#![warn(clippy::unwrap_used)]

pub mod check;
pub mod manners;
mod noted;
pub mod odd;
pub mod pace;
pub mod resume;
pub mod robots;

use std::sync::Arc;

use common::{Door, Job, Options, Services};

use check::Check;
use manners::Manners;
use odd::Odd;
use pace::Pacer;
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

/// Makes what stands around a crawl with these options: URLs of other sites leave what was found before a robots.txt is asked for, and
/// a request is made in another way before its answer counts as that of the host.
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
