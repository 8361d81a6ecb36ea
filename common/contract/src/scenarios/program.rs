//! The list of the scenarios of a stage's program.

/// Calls the macro `then` with the scenarios of the program.
#[doc(hidden)]
#[macro_export]
macro_rules! with_scenarios_of_the_program {
    ($($then:tt)+) => {
        $($then)+! {
            command_line {
                without_a_url_it_crawls_the_practice_site
                with_json_stdout_has_the_report_alone
                a_json_record_has_each_of_its_fields
                the_text_has_a_line_for_each_url_and_the_totals
                verbose_logs_a_line_for_each_fetch
                a_url_may_lack_its_scheme
                each_option_has_its_effect
                max_pages_limits_the_whole_crawl
                the_timeout_is_in_seconds_and_may_have_a_fraction
            }
            output {
                the_report_is_in_the_file_and_stdout_is_empty
                a_file_that_is_there_is_replaced_when_the_report_is_whole
                an_unwritable_file_is_named_and_nothing_is_crawled
                a_file_without_room_for_the_report_stays_as_it_was
                a_device_is_written_to_and_may_be_full
                a_signal_ends_the_crawl_with_a_whole_report
                a_mounted_file_is_written_in_place
            }
            streams {
                a_redirected_stdout_or_stderr_is_written_to_and_not_replaced
                a_stdout_that_is_not_needed_may_be_closed_or_discarded
                a_stderr_that_is_closed_or_full_changes_no_exit_status
                a_fifo_whose_reader_has_left_is_an_error
            }
            signals {
                a_signal_that_was_ignored_at_the_start_stays_ignored
            }
            exit_status {
                if_no_root_can_be_fetched_it_returns_1
                if_one_root_can_be_fetched_it_returns_0
                if_the_only_root_leads_nowhere_it_returns_1
                without_an_http_root_nothing_is_crawled_and_it_returns_2
                an_https_root_beside_another_root_is_an_error_of_the_report
                ctrl_c_prints_the_report_of_what_is_done
                a_closed_stdout_is_no_error
                a_closed_stderr_is_no_error
                errors_name_the_wrong_argument
                errors_say_what_is_expected
                help_and_version_are_on_stdout
            }
            system_calls {
                an_error_for_a_moment_costs_no_try
                without_a_thread_for_the_resolver_the_program_ends_and_says_so
            }
        }
    };
}
