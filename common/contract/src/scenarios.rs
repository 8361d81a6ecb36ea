//! The lists of all scenarios. A scenario that is in no list is an unused function: the compiler warns of it.
mod network;
mod program;

/// Calls the macro `then` with the scenarios of a crawl, which hold even with one fetch at a time.
#[doc(hidden)]
#[macro_export]
macro_rules! with_scenarios {
    ($($then:tt)+) => {
        $($then)+! {
            pages {
                a_cycle_is_crawled_once
                a_root_is_fetched_without_its_fragment
                an_error_page_is_recorded_and_not_searched
                a_huge_page_is_searched_to_its_end
                a_record_says_what_the_page_is
                the_records_are_in_the_natural_order_of_urls
                a_page_is_found_on_the_first_page_of_the_report_that_links_to_it
                each_link_is_new_on_one_page
                the_hook_sees_every_response
                a_hook_that_panics_costs_only_its_page
            }
            links {
                fragments_and_repeats_are_one_link
                five_elements_have_links
                links_are_relative_to_the_page
                only_markup_is_searched
                a_page_may_be_in_latin_1
            }
            scope {
                other_hosts_are_left_out
                other_ports_are_left_out
                www_may_be_added
                lenient_admits_every_host_of_the_domain
                lenient_keeps_to_the_port
                urls_that_match_exclude_are_left_out
                a_root_is_never_excluded
                https_links_are_counted_once_each
                an_https_root_is_an_error_and_never_connected_to
                two_roots_are_two_scopes
                a_root_given_twice_is_fetched_once
                a_host_is_looked_up_once_however_many_pages_it_has
                an_ipv6_address_is_a_host
            }
            tricks {
                no_url_leads_out_of_a_name
                no_url_leads_out_of_a_domain
                no_url_leads_out_of_an_address
            }
            public {
                an_address_of_this_machine_is_refused
                a_name_is_judged_by_its_addresses
                public_only_is_an_option_of_the_program
            }
            robots {
                by_default_robots_txt_is_not_fetched
                disallowed_pages_are_counted_and_not_fetched
                robots_txt_is_fetched_first_and_once
                the_group_of_this_crawler_is_obeyed
                without_a_robots_txt_every_page_is_allowed
                an_unavailable_robots_txt_allows_no_page_and_the_report_says_why
                robots_txt_is_followed_through_five_redirects
                robots_txt_may_redirect_to_another_host
                each_host_has_its_own_robots_txt
                a_redirect_to_a_disallowed_page_is_not_followed
                a_link_to_robots_txt_is_a_link_to_a_page
                the_first_500_kib_of_robots_txt_count
                a_longer_robots_txt_is_cut
                a_crawl_delay_is_obeyed
                an_interrupt_before_robots_txt_comes_leaves_the_pages_unfinished
                the_program_reports_disallowed_pages
            }
            redirects {
                each_status_that_redirects_is_followed
                the_body_of_a_redirect_is_not_searched
                a_chain_is_followed_as_far_as_the_limit
                a_page_behind_two_redirects_is_fetched_once
                a_loop_ends
            }
            locations {
                a_location_may_be_relative_or_absolute_or_have_a_fragment
                the_links_behind_a_redirect_are_relative_to_where_it_leads
                an_empty_location_leads_to_the_page_itself
                a_redirect_without_a_usable_location_leads_nowhere
                a_location_out_of_scope_is_recorded_and_not_requested
            }
            bodies {
                a_body_ends_at_its_length
                a_body_without_a_length_ends_with_the_connection
                bytes_after_the_body_are_ignored
                a_body_short_of_its_length_is_truncated
                a_status_without_a_body_ends_with_its_head
                interim_answers_are_skipped
                the_chunks_of_a_body_are_joined
                the_largest_body_is_accepted_and_no_larger_one
            }
            heads {
                an_answer_may_arrive_in_any_pieces
                an_answer_in_another_protocol_is_a_bad_response
                garbage_is_a_bad_response_before_its_end
                a_later_version_and_a_repeated_type_are_read
                an_answer_that_ends_in_its_head_is_closed
                a_head_without_an_end_is_too_large
                a_url_is_percent_encoded_only_where_it_must_be
            }
            tasks {
                max_tasks_is_reached_and_never_passed
                with_one_task_one_page_is_fetched_at_a_time
                max_tasks_of_0_is_taken_as_1
                the_largest_max_tasks_is_taken_as_its_bound
                with_little_memory_fewer_tasks_fetch_all_pages
                an_empty_queue_is_not_the_end
                idle_tasks_fetch_links_that_are_found_late
            }
            pace {
                requests_to_a_host_are_a_delay_apart
                tries_take_turns_like_first_requests
                unused_turns_are_not_made_up_for
                requests_are_a_delay_apart_after_a_slow_lookup
                requests_are_a_delay_apart_after_the_program_was_stopped
                another_host_has_turns_of_its_own
                the_wait_for_a_turn_does_not_count_towards_the_timeout
                an_interrupt_ends_the_wait_for_a_turn
                the_delay_is_in_milliseconds
            }
            scale {
                a_chain_of_thousands_of_pages
                thousands_of_pages_at_500_at_once
                thousands_of_refused_links
                three_thousand_links_to_unknown_hosts
                thousands_of_broken_links
                few_descriptors_lose_no_page
            }
            limits {
                max_pages_ends_the_crawl_of_an_endless_site
                with_one_task_the_first_pages_found_are_fetched
                redirects_and_errors_count_towards_max_pages
                max_pages_equal_to_the_number_of_pages_leaves_none_out
                a_page_of_too_many_links_is_read_in_part_and_named
                a_url_that_is_too_long_is_counted_once_and_named
                the_longest_url_is_followed_and_no_longer_one
                a_coded_body_is_an_error_and_no_page
            }
            hooks {
                every_hook_may_block_on_a_future
                a_hook_may_crawl_another_site
                an_observer_may_interrupt_the_crawl
            }
            ends {
                an_interrupted_crawl_reports_what_is_done
                an_interrupted_crawl_starts_nothing_more
                a_crawl_may_be_interrupted_while_nothing_is_queued
                a_crawl_may_be_interrupted_while_a_page_is_read
                a_crawl_interrupted_before_its_start_does_nothing
                an_interrupt_after_the_end_changes_nothing
                no_connection_outlives_the_crawl
                a_connection_is_closed_before_its_page_is_read
                a_crawl_of_nothing_ends
                two_crawls_in_a_row_have_equal_reports
                two_crawls_at_once_are_independent
            }
        }
    };
}

/// Calls the macro `then` with the scenarios of a crawl that need two fetches at once.
#[doc(hidden)]
#[macro_export]
macro_rules! with_scenarios_of_many {
    ($($then:tt)+) => {
        $($then)+! {
            together {
                a_slow_page_does_not_delay_the_others
                a_link_into_a_chain_has_all_redirects_left
                how_far_a_chain_is_followed_does_not_depend_on_the_order
            }
        }
    };
}
