//! `Debug` of the types that hold functions: only their names can be shown.

use std::fmt::{Debug, Formatter, Result};

use crate::crawl::interrupt::Interrupt;
use crate::crawl::progress::Progress;
use crate::extra::archive::Archive;
use crate::extra::resume::Store;
use crate::fetch::resolve::{Lookup, Resolver};

macro_rules! opaque {
    ($($type:ident)*) => {
        $(impl Debug for $type {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                f.write_str(stringify!($type))
            }
        })*
    };
}

opaque! { Archive Interrupt Lookup Progress Resolver Store }
