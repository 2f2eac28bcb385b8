use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_postgres::AsyncMessage;

use super::{Bus, Hint, QUEUE, lost, received};
use crate::store::Access;

/// The channel; each database has its own.
const CHANNEL: &str = "tablier";
/// A message is less than 8,000 bytes long.
const LONGEST: usize = 7_500;
/// The waits before another attempt to connect.
const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Hints by the database itself (`LISTEN` and `NOTIFY`), over a connection of its own and apart from
/// what is stored, so that no move waits for them. Many hints travel in one message.
pub struct PostgresBus {
    hints: broadcast::Sender<Hint>,
    queue: mpsc::Sender<Hint>,
    connected: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl PostgresBus {
    /// Connects to a database; does not wait for it.
    pub fn connect(url: &str) -> Result<Self, String> {
        let access = Access::read(url)?;
        let hints = broadcast::channel(QUEUE).0;
        let (queue, waiting) = mpsc::channel(QUEUE);
        let connected = Arc::new(AtomicBool::new(false));
        let talk = Talk {
            access,
            hints: hints.clone(),
            waiting,
            connected: connected.clone(),
        };
        Ok(Self {
            hints,
            queue,
            connected,
            task: tokio::spawn(talk.for_ever()),
        })
    }
}

struct Talk {
    access: Access,
    hints: broadcast::Sender<Hint>,
    waiting: mpsc::Receiver<Hint>,
    connected: Arc<AtomicBool>,
}

impl Talk {
    async fn for_ever(mut self) {
        let mut wait = FIRST_WAIT;
        loop {
            match self.once().await {
                Ok(()) => return,
                Err(error) => tracing::warn!(%error, "the bus is away"),
            }
            if self.connected.swap(false, Ordering::Release) {
                wait = FIRST_WAIT;
            }
            sleep(wait).await;
            wait = (2 * wait).min(LONGEST_WAIT);
            // Old hints are worth nothing once the bus is back.
            while self.waiting.try_recv().is_ok() {
                lost();
            }
        }
    }

    /// One connection, until it is lost or nobody needs it any more.
    async fn once(&mut self) -> Result<(), tokio_postgres::Error> {
        let (client, mut connection) = self.access.connect().await?;
        let hints = self.hints.clone();
        let mut driver = tokio::spawn(async move {
            let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
            while let Some(message) = messages.next().await {
                if let AsyncMessage::Notification(notification) = message? {
                    for text in notification.payload().lines() {
                        received(&hints, text.as_bytes());
                    }
                }
            }
            Ok(())
        });
        client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
        let notify = client.prepare("SELECT pg_notify($1, $2)").await?;
        self.connected.store(true, Ordering::Release);
        let mut left = None;
        loop {
            let first = match left.take() {
                Some(left) => left,
                None => tokio::select! {
                    hint = self.waiting.recv() => match hint {
                        Some(hint) => line(&hint),
                        None => return Ok(()),
                    },
                    // The connection is lost: what comes next is an error.
                    ended = &mut driver => match ended {
                        Ok(Err(error)) => return Err(error),
                        _ => line_lost(&client).await?,
                    },
                },
            };
            let mut text = first;
            while let Ok(hint) = self.waiting.try_recv() {
                let next = line(&hint);
                if text.len() + next.len() > LONGEST {
                    left = Some(next);
                    break;
                }
                text.push_str(&next);
            }
            client.execute(&notify, &[&CHANNEL, &text]).await?;
        }
    }
}

/// Asks over a connection that has ended, to learn why.
async fn line_lost(client: &tokio_postgres::Client) -> Result<String, tokio_postgres::Error> {
    client.batch_execute("").await?;
    Ok(String::new())
}

/// A hint as a line; empty if it is too long to be sent.
fn line(hint: &Hint) -> String {
    match serde_json::to_string(hint) {
        Ok(text) if text.len() < LONGEST => text + "\n",
        _ => {
            lost();
            String::new()
        }
    }
}

impl Bus for PostgresBus {
    fn publish(&self, hint: Hint) {
        if self.queue.try_send(hint).is_err() {
            lost();
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<Hint> {
        self.hints.subscribe()
    }

    fn is_whole(&self) -> bool {
        self.connected.load(Ordering::Acquire)
    }
}

impl Drop for PostgresBus {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl fmt::Debug for PostgresBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresBus").finish_non_exhaustive()
    }
}
