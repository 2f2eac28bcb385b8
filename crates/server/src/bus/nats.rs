use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use futures_util::StreamExt as _;
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinHandle;

use super::{Bus, Hint, Listening, QUEUE, Topic, lost, received};

/// The longest wait before another attempt to connect.
const LONGEST_WAIT: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(3);

/// Hints over NATS: a core subject for each topic, to which a server subscribes as long as it wants
/// to hear of it. While NATS is away, hints are lost and the servers look at the store instead.
pub struct NatsBus {
    client: Client,
    /// What the subjects of those who share a store begin with.
    prefix: String,
    hints: broadcast::Sender<Hint>,
    queue: mpsc::Sender<Hint>,
    talk: JoinHandle<()>,
}

impl NatsBus {
    /// Connects to the servers of an address, as in `nats://one:4222,nats://two:4222`; does not
    /// wait for them. Those who share a store use the same `name`.
    pub async fn connect(addresses: &str, name: &str) -> Result<Self, String> {
        let servers: Vec<ServerAddr> = addresses
            .split(',')
            .map(|address| address.trim().parse())
            .collect::<Result<_, _>>()
            // The address itself is not repeated: it may hold a password.
            .map_err(|error| format!("the address of the bus cannot be read: {error}"))?;
        let complaint = Mutex::new(String::new());
        let client = ConnectOptions::new()
            .name("tablier")
            .retry_on_initial_connect()
            .connection_timeout(PATIENCE)
            .ping_interval(PATIENCE)
            .subscription_capacity(QUEUE)
            .reconnect_delay_callback(|attempts| {
                let wait = Duration::from_millis(50 << attempts.min(8));
                if attempts == 0 {
                    Duration::ZERO
                } else {
                    wait.min(LONGEST_WAIT)
                }
            })
            .event_callback(move |event| {
                match event {
                    Event::Connected => {
                        tracing::info!("the bus is there");
                        complaint
                            .lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .clear();
                    }
                    Event::Disconnected => tracing::warn!("the bus is away"),
                    other => complain(&complaint, other.to_string()),
                }
                std::future::ready(())
            })
            .connect(servers)
            .await
            .map_err(|error| format!("the bus cannot be used: {error}"))?;
        let hints = broadcast::channel(QUEUE).0;
        let (queue, waiting) = mpsc::channel(QUEUE);
        let prefix = format!("tablier.{name}");
        let talk = tokio::spawn(say(client.clone(), prefix.clone(), waiting));
        Ok(Self {
            client,
            prefix,
            hints,
            queue,
            talk,
        })
    }
}

/// Tells what is wrong with the bus: once, and not at every attempt to connect.
fn complain(last: &Mutex<String>, now: String) {
    let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
    if *last != now {
        tracing::warn!(why = %now, "the bus is in trouble");
        *last = now;
    }
}

async fn hear(client: Client, subject: String, hints: broadcast::Sender<Hint>) {
    let mut heard = match client.subscribe(subject).await {
        Ok(heard) => heard,
        Err(error) => {
            tracing::warn!(%error, "the bus cannot be listened to");
            return;
        }
    };
    while let Some(message) = heard.next().await {
        received(&hints, &message.payload);
    }
}

async fn say(client: Client, prefix: String, mut waiting: mpsc::Receiver<Hint>) {
    while let Some(hint) = waiting.recv().await {
        // Old hints are worth nothing once the bus is back.
        if client.connection_state() != State::Connected {
            lost();
            continue;
        }
        let subject = format!("{prefix}.{}", hint.news.topic());
        let sent = match serde_json::to_vec(&hint) {
            Ok(text) => client.publish(subject, text.into()).await.is_ok(),
            Err(_) => false,
        };
        if !sent {
            lost();
        }
    }
}

impl Bus for NatsBus {
    fn publish(&self, hint: Hint) {
        if self.queue.try_send(hint).is_err() {
            lost();
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<Hint> {
        self.hints.subscribe()
    }

    fn listen(&self, topic: Topic) -> Listening {
        let subject = format!("{}.{topic}", self.prefix);
        let task = tokio::spawn(hear(self.client.clone(), subject, self.hints.clone()));
        Listening::until(move || task.abort())
    }

    fn is_whole(&self) -> bool {
        self.client.connection_state() == State::Connected
    }
}

impl Drop for NatsBus {
    fn drop(&mut self) {
        self.talk.abort();
    }
}

impl fmt::Debug for NatsBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NatsBus").finish_non_exhaustive()
    }
}
