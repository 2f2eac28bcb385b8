//! How many files and sockets this process may have open.

/// Allows as many as the system lets a process have without asking anybody. Often the limit that is
/// set at first is 1,024, and each socket is one.
pub(crate) fn allow_many() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // Where that is not allowed, the limit stays what it was.
        let _ = setrlimit(
            Resource::Nofile,
            Rlimit {
                current: maximum,
                maximum,
            },
        );
    }
}
