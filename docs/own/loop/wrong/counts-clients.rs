//! The number of clients is a free token.
//!
//! When a client has left, that number is the token of another one, which is replaced.
//!
//! Dies: level1::a_thousand_clients_are_served_at_once_and_others_after_some_have_left
//! Says: was the token of a client that stays given again?

// in place of
        self.last_token += 1;
// stands
        self.last_token = self.clients.len() + 1;
// end of block
