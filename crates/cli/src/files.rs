//! How many files and sockets this process may have open.

/// Raises the limit as far as the system allows without special rights. It is often 1,024 at first,
/// and each socket counts.
pub(crate) fn allow_many() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // Where that is not allowed, the limit stays as it was.
        let _ = setrlimit(
            Resource::Nofile,
            Rlimit {
                current: maximum,
                maximum,
            },
        );
    }
}
