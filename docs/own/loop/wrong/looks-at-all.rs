//! After each turn, I look at each client: they are few.
//!
//! With thousands of clients that are idle, each message costs a look at all of them.
//!
//! Dies: level2::idle_clients_cost_the_others_nothing
//! Says: keep them in order

// in place of
        let due: Vec<_> = self.deadlines.range(..=last).copied().collect();
// stands
        let clients = self.clients.iter().map(|(token, client)| (client.deadline, *token));
        let due: Vec<_> = clients.filter(|deadline| *deadline <= last).collect();
// end of block
