//! The list of all scenarios, and [`contract!`](crate::contract!), which makes tests of it.
//!
//! A scenario that is not in the list is a function that nobody calls: the compiler warns of it.

/// Calls the macro `then!` with the list of all scenarios.
#[doc(hidden)]
#[macro_export]
macro_rules! with_scenarios {
    ($($then:tt)+) => {
        $($then)+! {
            pages {
                a_cycle_is_crawled_once
                a_root_is_fetched_without_its_fragment
                an_error_page_is_recorded_and_not_searched
                an_empty_page_is_a_page
                a_huge_page_is_searched_to_its_end
                a_record_says_what_the_page_is
                the_records_are_sorted_by_url
                each_link_is_new_on_one_page
                the_hook_sees_every_response
                a_hook_that_panics_costs_only_its_page
            }
            links {
                fragments_and_repeats_are_one_link
                five_elements_have_links
                what_is_no_link_is_not_followed
                links_are_relative_to_the_page
                links_are_relative_to_the_base
                comments_and_texts_have_no_links
                entities_are_decoded
                only_markup_is_searched
                xhtml_and_xml_are_searched
                a_page_may_be_in_latin_1
            }
            scope {
                other_hosts_are_left_out
                other_ports_are_left_out
                subdomains_are_left_out
                www_may_be_added
                www_may_be_left_out
                lenient_admits_every_host_of_the_domain
                lenient_keeps_to_the_port
                lenient_does_not_widen_an_ip_address
                what_matches_exclude_is_left_out
                a_root_is_never_excluded
                https_links_are_counted_once_each
                an_https_root_is_an_error_and_never_connected_to
                two_roots_are_two_scopes
                a_root_given_twice_is_fetched_once
                a_host_is_looked_up_once_however_many_pages_it_has
            }
        }
    };
}

/// Makes a test of each scenario of the [contract](crate::contract), run against a stage's `crawl`.
///
/// For the integration tests of a package that has a program of its own name.
#[macro_export]
macro_rules! contract {
    ($crawl:expr) => {
        const STAGE: $crate::contract::Stage = $crate::contract::Stage {
            name: env!("CARGO_PKG_NAME"),
            program: env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME"))),
            crawl: $crawl,
        };
        $crate::with_scenarios!($crate::make_tests);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! make_tests {
    ($($group:ident { $($scenario:ident)* })*) => {
        $(mod $group {
            $(#[test]
            fn $scenario() {
                $crate::contract::run::$group::$scenario(&super::STAGE);
            })*
        })*
    };
}

macro_rules! make_public {
    ($($group:ident { $($scenario:ident)* })*) => {
        $(pub mod $group {
            $(pub fn $scenario(stage: &$crate::contract::Stage) {
                $crate::contract::$group::$scenario(stage);
            })*
        })*
    };
}

/// The scenarios, as the tests call them.
#[doc(hidden)]
pub mod run {
    crate::with_scenarios!(make_public);
}
