//! Passwords: Argon2id, on few threads, so that logins never slow the games down.

use std::sync::{Arc, LazyLock};

use argon2::{Argon2, PasswordHasher, PasswordVerifier, password_hash::phc::PasswordHash};
use tokio::sync::Semaphore;

use crate::error::Error;

/// How many characters a password has.
pub const LENGTH: std::ops::RangeInclusive<usize> = 8..=200;
/// How many are hashed at the same time.
const AT_ONCE: usize = 2;
/// How many may wait for that.
const QUEUE: usize = 32;

/// The pool in which passwords are hashed and checked.
#[derive(Clone)]
pub struct Passwords {
    places: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

/// Checked where there is no account, so that the time taken reveals nothing. Made with the first
/// server of a process, never while somebody waits.
static NOBODY: LazyLock<String> =
    LazyLock::new(|| hash("nobody has this password").unwrap_or_default());

impl Passwords {
    /// An idle pool.
    pub fn new() -> Self {
        LazyLock::force(&NOBODY);
        Self {
            places: Arc::new(Semaphore::new(AT_ONCE)),
            queue: Arc::new(Semaphore::new(QUEUE)),
        }
    }

    /// The hash to store.
    pub async fn hash(&self, password: String) -> Result<String, Error> {
        if !LENGTH.contains(&password.chars().count()) {
            return Err(Error::bad(
                "bad-password",
                format!(
                    "a password has {} to {} characters",
                    LENGTH.start(),
                    LENGTH.end()
                ),
            ));
        }
        self.run(move || hash(&password)).await?
    }

    /// Whether a password is the right one; `kept` is none where there is no account, which takes
    /// just as long.
    pub async fn verify(&self, password: String, kept: Option<String>) -> Result<bool, Error> {
        let exists = kept.is_some();
        let kept = kept.unwrap_or_else(|| NOBODY.clone());
        let right = self
            .run(move || {
                let parsed = PasswordHash::new(&kept).ok();
                parsed.is_some_and(|kept| {
                    let password = password.as_bytes();
                    Argon2::default().verify_password(password, &kept).is_ok()
                })
            })
            .await?;
        Ok(right && exists)
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let _waits = self.queue.try_acquire().map_err(|_| Error::Overloaded)?;
        let _place = self.places.acquire().await.map_err(Error::internal)?;
        tokio::task::spawn_blocking(work)
            .await
            .map_err(Error::internal)
    }
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

fn hash(password: &str) -> Result<String, Error> {
    let hashed = Argon2::default().hash_password(password.as_bytes());
    Ok(hashed.map_err(Error::internal)?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_right_password_is_right_and_nothing_else() {
        let pool = Passwords::new();
        let kept = pool.hash("correct horse".into()).await.unwrap();
        assert!(kept.starts_with("$argon2id$"));
        let check = async |password: &str, kept: Option<&String>| {
            pool.verify(password.into(), kept.cloned()).await.unwrap()
        };
        assert!(check("correct horse", Some(&kept)).await);
        assert!(!check("wrong horse", Some(&kept)).await);
        assert!(!check("correct horse", Some(&"damaged".into())).await);
        assert!(!check("nobody has this password", None).await);
        assert!(pool.hash("short".into()).await.is_err());
        assert!(pool.hash("long".repeat(100)).await.is_err());
    }
}
