//! The list of all scenarios. One that is not in it is a function that nobody calls: the compiler warns of it.

/// Calls the macro `then!` with the list of the scenarios that hold even for one fetch at a time.
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
                the_records_are_in_the_natural_order_of_urls
                a_page_is_found_on_the_first_page_of_the_report_that_links_to_it
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
                an_ipv6_address_is_a_host_too
            }
            tricks {
                no_trick_leads_out_of_a_name
                no_trick_leads_out_of_a_domain
                no_trick_leads_out_of_an_address
            }
            public {
                an_address_of_this_machine_is_refused
                a_name_is_judged_by_its_addresses
                the_command_line_can_ask_for_it
            }
            robots {
                by_default_it_is_not_asked_for
                what_is_not_allowed_is_not_fetched_but_counted
                it_comes_before_everything_and_once
                the_group_of_this_crawler_counts
                without_a_robots_txt_all_is_allowed
                if_it_cannot_be_had_nothing_is_allowed_and_the_report_says_why
                it_is_followed_through_five_redirects
                each_host_has_its_own
                what_redirects_to_a_forbidden_page_is_followed_no_further
                a_link_to_it_is_a_link_to_a_page
                five_hundred_kibibytes_of_it_count
                the_delay_that_it_asks_for_is_kept
                an_interrupt_while_it_is_awaited_leaves_the_pages_unfinished
                the_program_says_what_is_not_allowed
            }
            redirects {
                each_status_that_redirects_is_followed
                other_statuses_do_not_redirect
                the_body_of_a_redirect_is_not_searched
                a_chain_is_followed_as_far_as_the_limit
                with_a_limit_of_0_no_redirect_is_followed
                two_roads_to_a_page_meet
                a_loop_ends
                a_redirect_to_itself_ends
            }
            locations {
                a_location_may_be_relative_or_absolute_or_have_a_fragment
                the_links_behind_a_redirect_are_relative_to_where_it_leads
                an_empty_location_leads_to_the_page_itself
                without_a_usable_location_it_is_a_page
                a_location_out_of_scope_is_recorded_and_not_requested
                a_location_with_https_is_counted_and_not_followed
            }
            tries {
                a_page_that_is_reset_once_is_fetched_on_the_second_try
                a_reset_is_an_error_in_whichever_phase_it_comes
                a_reset_before_the_request_is_one_too
                a_connection_reset_at_first_is_made_again
                after_max_tries_the_page_is_given_up
                one_try_is_no_second
                a_page_that_is_given_up_ends_nothing_else
                a_refused_connection_is_tried_again
                every_address_of_a_host_is_tried_in_turn
                an_unknown_host_is_asked_for_again
                a_host_without_an_address_is_unknown
                a_lookup_that_fails_once_is_made_again
                a_host_that_is_unknown_costs_only_its_pages
                a_connection_closed_without_a_byte_is_tried_again
                a_truncated_body_is_tried_again
                an_answer_that_makes_no_sense_is_not_tried_again
                an_answer_that_is_too_large_is_not_tried_again
                an_error_page_is_an_answer_and_not_tried_again
            }
            deadlines {
                who_never_answers_is_given_up
                who_answers_too_late_is_given_up
                a_byte_of_the_head_now_and_then_is_not_enough
                a_byte_of_the_body_now_and_then_is_not_enough
                a_body_without_an_end_is_not_waited_for
                a_lookup_that_hangs_is_not_waited_for
                who_answers_in_time_at_last_is_fetched
                who_times_out_makes_room_for_others
            }
            bodies {
                a_body_ends_at_its_length
                a_body_without_a_length_ends_with_the_connection
                what_follows_the_body_is_ignored
                a_body_short_of_its_length_is_truncated
                a_status_without_a_body_ends_with_its_head
                what_is_sent_before_the_answer_is_skipped
                a_chunked_body_is_put_together
                the_chunks_count_and_not_the_length
                a_chunked_body_cut_short_is_truncated
                chunks_that_make_no_sense_are_a_bad_response
                the_largest_body_is_accepted_and_no_larger_one
                a_length_that_is_too_large_is_refused_before_the_body_comes
                a_body_without_an_end_is_too_large
                a_length_must_be_one_number
                the_same_length_twice_is_one
            }
            heads {
                an_answer_may_come_in_any_pieces
                the_case_of_header_names_does_not_matter
                lines_may_end_in_a_line_feed_alone
                a_reason_is_not_needed
                what_is_not_http_is_a_bad_response
                garbage_without_an_end_is_a_bad_response
                an_answer_that_ends_in_its_head_is_none
                a_head_without_an_end_is_too_large
                a_head_may_be_long
                a_url_is_asked_for_as_it_is
                a_long_url_is_asked_for_whole
            }
            tasks {
                max_tasks_is_reached_and_never_passed
                links_found_late_are_fetched_at_once_too
                with_one_task_it_is_one_at_a_time
                no_task_is_taken_for_one
                an_empty_queue_is_not_the_end
                who_had_nothing_to_do_is_there_when_there_is
            }
            pace {
                requests_to_a_host_are_a_delay_apart
                tries_are_requests_too
                turns_that_nobody_took_are_not_made_up_for
                another_host_has_turns_of_its_own
                a_turn_that_is_awaited_is_not_timed_out
                an_interrupt_ends_the_wait_for_a_turn
                the_delay_is_in_milliseconds
            }
            scale {
                a_chain_of_3000_pages
                two_thousand_pages_at_500_at_once
                three_thousand_links_to_nobody
                three_thousand_links_to_unknown_hosts
                three_thousand_broken_links
                few_descriptors_lose_no_page
            }
            limits {
                max_pages_ends_a_site_without_end
                one_at_a_time_the_first_pages_found_are_fetched
                redirects_and_errors_are_of_the_max_pages
                as_many_pages_as_there_are_leave_none_out
                a_page_of_too_many_links_is_read_in_part_and_named
                a_url_that_is_too_long_is_counted_once_and_named
                the_longest_url_is_followed_and_no_longer_one
                a_coded_body_is_an_error_and_no_page
            }
            ends {
                an_interrupted_crawl_reports_what_is_done
                an_interrupted_crawl_starts_nothing_more
                a_crawl_may_be_interrupted_while_nothing_is_queued
                a_crawl_interrupted_before_its_start_does_nothing
                an_interrupt_after_the_end_changes_nothing
                no_connection_outlives_the_crawl
                a_connection_is_closed_before_its_page_is_read
                a_crawl_of_nothing_ends
                two_crawls_in_a_row_see_the_same
                two_crawls_side_by_side_do_not_meet
            }
            command_line {
                without_a_url_it_crawls_the_practice_site
                with_json_the_report_is_all_there_is_on_stdout
                a_json_record_has_each_of_its_fields
                the_text_has_a_line_for_each_url_and_the_totals
                verbose_logs_a_line_for_each_fetch
                a_url_may_lack_its_scheme
                each_option_has_its_effect
                max_pages_is_for_the_whole_crawl
                the_timeout_is_in_seconds_and_may_have_a_fraction
            }
            output {
                the_report_is_in_the_file_and_stdout_is_empty
                a_file_that_is_there_is_replaced_when_the_report_is_whole
                who_cannot_write_the_file_says_so_and_does_not_crawl
                a_file_without_room_for_the_report_stays_as_it_was
                a_device_is_written_to_and_may_be_full
                a_signal_ends_the_crawl_with_a_whole_report
            }
            exit_status {
                if_no_root_can_be_fetched_it_returns_1
                if_one_root_can_be_fetched_it_returns_0
                an_https_root_is_an_error_that_says_so
                ctrl_c_prints_the_report_of_what_is_done
                the_text_says_what_ctrl_c_left_unfinished
                a_reader_who_goes_away_is_no_error
                a_log_that_nobody_reads_is_no_error
                wrong_arguments_are_named
                help_and_version_are_on_stdout
            }
        }
    };
}

/// Calls the macro `then!` with the list of the scenarios that take two fetches at once.
#[doc(hidden)]
#[macro_export]
macro_rules! with_scenarios_of_many {
    ($($then:tt)+) => {
        $($then)+! {
            together {
                a_slow_page_holds_up_nobody_else
                a_link_into_a_chain_starts_afresh
                how_far_a_chain_is_followed_does_not_depend_on_the_order
            }
        }
    };
}
