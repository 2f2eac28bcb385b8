/// A deliberate fault, to show that it would be noticed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The server says that a command is done before it is stored.
    AcknowledgesEarly,
    /// The server takes a conflict for a success.
    IgnoresConflicts,
    /// The server changes its copy of a table before the store has answered, and keeps the change.
    AppliesEarly,
    /// The server reports a refusal when the store did not answer.
    RefusesTheUnknown,
    /// The server never reads the log unless told to.
    TrustsTheBus,
    /// The store loses what it had not flushed when it crashes.
    LosesTheLast,
    /// The store keeps the first entries of a batch when it crashes in the middle.
    TearsBatches,
    /// The client gives a command a new id when it sends it again.
    RenamesCommands,
    /// The client does not resend what was not answered.
    SendsOnce,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 9] = [
        Fault::AcknowledgesEarly,
        Fault::IgnoresConflicts,
        Fault::AppliesEarly,
        Fault::RefusesTheUnknown,
        Fault::TrustsTheBus,
        Fault::LosesTheLast,
        Fault::TearsBatches,
        Fault::RenamesCommands,
        Fault::SendsOnce,
    ];
}
