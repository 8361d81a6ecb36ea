//! The macros that make a stage's tests: of each scenario in their lists, of the storm and of the faults.
//!
//! A scenario that is in no list tests nothing.

/// Makes a test of each scenario of the [contract](crate) for crawls, against a stage's `crawl`.
///
/// It is for the integration tests of a package whose program has the package's name. A strategy that is not the
/// default needs the program's arguments that name it, and the most fetches that it may have in flight:
/// `contract!(crawl, ["--strategy", "processes"], 50)`.
///
/// A fourth argument is a function that returns whether the machine can run the tests. If not, it says so, and they do nothing.
///
/// All of them run with each strategy: also the ones that start the program, to stop it or to take its descriptors.
#[macro_export]
macro_rules! contract {
    ($crawl:expr) => {
        $crate::contract!($crawl, [], usize::MAX);
    };
    ($crawl:expr, $arguments:expr, $most_at_once:expr) => {
        $crate::contract!($crawl, $arguments, $most_at_once, || true);
    };
    ($crawl:expr, $arguments:expr, $most_at_once:expr, $can_run:expr) => {
        $crate::make_tests! {
            ($crawl, $arguments, $most_at_once, $can_run)
            answers {
                an_answer_is_over_where_it_says_or_at_the_end_of_the_connection
                the_head_is_the_answer_where_no_link_is_looked_for
            }
            checks {
                urls_out_of_scope_are_asked_for_their_heads_two_at_a_time
            }
            tries {
                errors_of_the_network_and_what_asks_for_it_are_tried_again
                lookups_that_fail_and_addresses_that_refuse_are_tried_again
                a_server_that_limits_its_rate_loses_no_page
            }
            deadlines {
                no_answer_extends_the_deadline
                a_hanging_lookup_times_out
                #[cfg(unix)] an_answer_that_has_come_by_the_deadline_counts
            }
            connects {
                an_ipv6_address_is_a_host
                an_address_that_fails_or_drops_packets_leaves_time_for_the_next
                a_connect_in_progress_is_awaited
                a_connect_in_progress_may_be_refused
                a_connect_in_progress_times_out
                a_large_request_is_written_in_parts
            }
            #[cfg(unix)] descriptors {
                few_descriptors_lose_no_page
                with_hardly_a_descriptor_the_program_ends_and_says_so
            }
            tasks {
                max_tasks_is_reached_and_never_passed
                any_max_tasks_is_taken_as_the_nearest_that_is_possible
                idle_tasks_fetch_links_that_are_found_late
                a_slow_page_does_not_delay_the_others
                thousands_of_fetches_that_fail_at_once
            }
            pace {
                #[cfg(unix)] requests_to_a_host_are_a_delay_apart_even_after_the_program_was_stopped
                an_interrupt_ends_the_wait_for_a_turn
            }
            hooks {
                every_hook_may_block_on_a_future
                an_observer_may_interrupt_the_crawl
            }
            ends {
                an_interrupted_crawl_reports_what_is_done_and_starts_nothing_more
                a_crawl_interrupted_before_its_start_does_nothing
                no_connection_outlives_the_crawl
                a_connection_is_closed_before_its_page_is_read
                a_crawl_of_nothing_ends
            }
            #[cfg(unix)] resume {
                an_interrupted_crawl_goes_on_where_it_was
            }
        }
    };
}

/// Makes a test of each scenario for programs, which runs with these arguments before those of the scenario.
///
/// The program is the same in every stage, except for how its crawl waits. So these run once.
#[macro_export]
macro_rules! program {
    ($crawl:expr, $arguments:expr) => {
        $crate::make_tests! {
            ($crawl, $arguments, usize::MAX, || true)
            checks {
                with_check_broken_links_alone_are_printed_and_it_returns_3
            }
            command_line {
                without_a_url_it_crawls_the_practice_site
                the_text_and_the_log_have_a_line_for_each_url
                each_option_has_its_effect
                no_user_and_no_password_of_a_url_is_printed_or_kept
                errors_name_the_wrong_argument_and_say_what_is_expected
                help_and_version_are_on_stdout
            }
            output {
                an_unwritable_file_is_named_and_nothing_is_crawled
                #[cfg(unix)] a_file_without_room_for_the_report_stays_as_it_was
                #[cfg(target_os = "linux")] a_mounted_file_is_written_in_place
            }
            resume {
                a_crawl_killed_at_any_moment_loses_nothing
                #[cfg(unix)] without_room_for_what_is_done_the_crawl_ends_and_says_so
            }
            #[cfg(unix)] streams {
                a_redirected_stdout_or_stderr_is_written_to_and_not_replaced
                a_stdout_that_is_closed_or_full_matters_only_if_the_report_is_lost
                a_stderr_that_is_closed_or_full_changes_no_exit_status
                a_reader_that_has_left_is_an_error_unless_it_was_that_of_stdout
                a_terminal_without_escape_sequences_gets_none
            }
            #[cfg(unix)] signals {
                a_signal_ends_the_crawl_with_a_whole_report_unless_it_was_ignored_at_the_start
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! make_tests {
    (
        ($crawl:expr, $arguments:expr, $most_at_once:expr, $can_run:expr)
        $($(#[$on:meta])? $group:ident { $($(#[$only:meta])? $scenario:ident)* })*
    ) => {
        const STAGE: $crate::Stage = $crate::Stage {
            name: env!("CARGO_PKG_NAME"),
            program: env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME"))),
            arguments: &$arguments,
            crawl: $crawl,
            most_at_once: $most_at_once,
        };
        const CAN_RUN: fn() -> bool = $can_run;
        $($(#[$on])? mod $group {
            $($(#[$only])? #[test]
            fn $scenario() {
                if super::CAN_RUN() {
                    $crate::$group::$scenario(&super::STAGE);
                }
            })*
        })*
    };
}

/// Makes the test of the storm, against a stage's `crawl`, as a module `storm`: sites that fail in any way, at any byte.
///
/// `STORM_CASES` is the number of random cases, and `STORM_SEED` the seed of the first. A failure prints both.
#[macro_export]
macro_rules! storm {
    ($crawl:expr) => {
        mod storm {
            #[test]
            fn faults_at_random_are_withstood() {
                $crate::faults_at_random($crawl);
            }
        }
    };
}

/// Makes the test of what a page costs a stage's `crawl`, which must have one thread, as a module `allocations`: fewer
/// allocations than `most`.
#[macro_export]
macro_rules! allocations {
    ($crawl:expr, $most:literal) => {
        mod allocations {
            #[test]
            fn a_page_costs_few_allocations() {
                // The stage has the allocator that counts: a test without this one needs none.
                let count = |crawl: &mut dyn FnMut()| allocation_counter::measure(crawl).count_total;
                $crate::assert_a_page_costs_less($crawl, $most, count);
            }
        }
    };
}

/// Makes the test of a stage's program whose system calls fail, with each of these strategies, as a module `faults`.
#[macro_export]
macro_rules! faults {
    ($($strategy:literal),*) => {
        mod faults {
            #[test]
            #[ignore = "needs strace"]
            fn system_calls_that_fail_are_withstood() {
                let program = env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME")));
                $crate::system_calls_fail(program, &[$($strategy),*]);
            }
        }
    };
}
