//! The list of the scenarios in which the network or the system fails.

/// Calls the macro `then` with the scenarios in which the network or the system fails.
#[doc(hidden)]
#[macro_export]
macro_rules! with_scenarios_of_the_network {
    ($($then:tt)+) => {
        $($then)+! {
            tries {
                a_page_that_is_reset_once_is_fetched_on_the_second_try
                a_reset_in_any_phase_is_an_error
                a_reset_before_the_request_is_an_error
                a_connection_that_is_reset_at_first_is_tried_again
                after_max_tries_the_page_is_given_up
                with_max_tries_of_1_there_is_no_second_try
                a_page_that_is_given_up_does_not_end_the_crawl
                a_refused_connection_is_tried_again
                every_address_of_a_host_is_tried_in_turn
                an_unknown_host_is_looked_up_again
                a_host_without_an_address_is_unknown
                a_lookup_that_fails_once_is_tried_again
                an_unknown_host_costs_only_its_pages
                a_connection_closed_without_a_byte_is_tried_again
                a_truncated_body_is_tried_again
                a_malformed_answer_is_not_tried_again
                an_answer_that_is_too_large_is_not_tried_again
                an_error_page_is_an_answer_and_not_tried_again
            }
            deadlines {
                a_silent_server_times_out
                a_late_answer_times_out
                a_slow_head_does_not_extend_the_deadline
                a_slow_body_does_not_extend_the_deadline
                an_endless_body_does_not_extend_the_deadline
                a_hanging_lookup_times_out
                a_page_that_timed_out_is_fetched_by_a_later_try
                the_deadline_of_a_failed_try_does_not_end_the_next
                a_deadline_after_the_end_of_its_fetch_starts_no_try
                a_fetch_that_times_out_makes_room_for_the_next
                an_answer_that_has_come_by_the_deadline_counts
            }
            connects {
                a_connect_may_fail_at_once
                a_connect_in_progress_is_awaited
                a_connect_in_progress_may_be_refused
                a_connect_in_progress_times_out
                an_address_that_drops_packets_leaves_time_for_the_next
                a_large_request_is_written_in_parts
            }
            descriptors {
                a_lookup_that_lacks_a_descriptor_is_made_again
                if_no_descriptor_comes_back_the_page_fails_at_its_deadline
                an_interrupt_ends_the_wait_for_a_descriptor
                with_hardly_a_descriptor_the_program_ends_and_says_so
            }
        }
    };
}
