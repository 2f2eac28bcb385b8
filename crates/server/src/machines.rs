//! Computer players: a few threads of low priority and a queue that is fair to every host. People's
//! tables never wait for it.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tablier_engine::{Engine, Request};
use tablier_rooms::{Command, Offer, PlayerId, RoomId};
use tablier_rules::Seat;
use tokio::sync::mpsc;

/// Each thread's transposition table, in megabytes.
const MEMORY: usize = 16;
/// The most tables that may wait; those that do not fit are found again later.
const QUEUE: usize = 10_000;
/// No search takes longer; what was found by then counts.
const LONGEST: Duration = Duration::from_secs(20);
/// What the strongest level has for a move while nobody else waits, and what it always has. The others count
/// nodes and are quicker.
const SECOND: Duration = Duration::from_secs(1);
const LEAST: Duration = Duration::from_millis(50);

/// The time for a move when so many tables wait behind it.
fn time_for(waiting: usize) -> Duration {
    let waiting = u32::try_from(waiting).unwrap_or(u32::MAX);
    (SECOND / waiting.saturating_add(1)).max(LEAST)
}

/// Something for a computer player to decide.
#[derive(Clone, Debug)]
pub struct Job {
    /// At which table.
    pub room: RoomId,
    /// After which entry of its log.
    pub seq: u64,
    /// Who opened the table: hosts take turns.
    pub host: PlayerId,
    /// The position, and the level.
    pub request: Request,
    /// What to decide.
    pub question: Question,
}

/// What a computer player is to decide.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// What to play.
    Act,
    /// Whether this seat accepts a draw.
    Draw(Seat),
}

/// What a computer player decided.
#[derive(Clone, Debug)]
pub struct Thought {
    /// At which table.
    pub room: RoomId,
    /// After which entry of its log.
    pub seq: u64,
    /// What to do.
    pub command: Command,
}

/// The computer players of this server.
#[derive(Debug)]
pub struct Machines {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
    stop: AtomicBool,
    workers: Vec<Worker>,
}

/// What the guard thread knows about a worker.
#[derive(Debug, Default)]
struct Worker {
    /// Ends the current search.
    stop: AtomicBool,
    /// When it began, in milliseconds since the start; 0 if there is none.
    began: AtomicU64,
}

#[derive(Debug, Default)]
struct Queue {
    /// The hosts, in the order of their turns.
    hosts: VecDeque<PlayerId>,
    jobs: HashMap<PlayerId, VecDeque<Job>>,
    /// What is waiting or being thought about.
    known: HashSet<(RoomId, u64, bool)>,
    waiting: usize,
}

impl Queue {
    fn push(&mut self, job: Job) -> bool {
        if self.waiting >= QUEUE || !self.known.insert(name(&job)) {
            return false;
        }
        self.waiting += 1;
        let jobs = self.jobs.entry(job.host.clone()).or_default();
        if jobs.is_empty() {
            self.hosts.push_back(job.host.clone());
        }
        jobs.push_back(job);
        true
    }

    /// The next job of the host whose turn it is, who then goes to the back.
    fn pop(&mut self) -> Option<Job> {
        let host = self.hosts.pop_front()?;
        let jobs = self.jobs.get_mut(&host)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.jobs.remove(&host);
        } else {
            self.hosts.push_back(host);
        }
        self.waiting -= 1;
        job
    }
}

fn name(job: &Job) -> (RoomId, u64, bool) {
    (job.room.clone(), job.seq, job.question == Question::Act)
}

impl Machines {
    /// Starts threads; their decisions arrive at the receiver.
    pub fn start(threads: usize) -> std::io::Result<(Self, mpsc::UnboundedReceiver<Thought>)> {
        let (thoughts, receiver) = mpsc::unbounded_channel();
        let threads = threads.max(1);
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            ready: Condvar::new(),
            stop: AtomicBool::new(false),
            workers: (0..threads).map(|_| Worker::default()).collect(),
        });
        let start = Instant::now();
        for number in 0..threads {
            let (shared, thoughts) = (shared.clone(), thoughts.clone());
            std::thread::Builder::new()
                .name(format!("machine-{number}"))
                .spawn(move || work(&shared, number, start, &thoughts))?;
        }
        let guard = Arc::downgrade(&shared);
        std::thread::Builder::new()
            .name("machine-guard".into())
            .spawn(move || {
                while let Some(shared) = guard.upgrade() {
                    if shared.stop.load(Ordering::Relaxed) {
                        return;
                    }
                    shared.end_long_thoughts(start);
                    drop(shared);
                    std::thread::sleep(Duration::from_secs(1));
                }
            })?;
        Ok((Self { shared }, receiver))
    }

    /// Queues a job. Submitting the same one again does nothing; if the queue is full the job is
    /// dropped, to be found again later.
    pub fn submit(&self, job: Job) {
        let mut queue = self.shared.queue();
        if queue.push(job) {
            metrics::gauge!("tablier_machine_queue").set(queue.waiting as f64);
            self.shared.ready.notify_one();
        }
    }
}

impl Machines {
    /// Whether a thread has nothing to do.
    pub(crate) fn is_free(&self) -> bool {
        self.shared.queue().known.len() < self.shared.workers.len()
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        for worker in &self.shared.workers {
            worker.stop.store(true, Ordering::Relaxed);
        }
        self.shared.ready.notify_all();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job, and the time for it; none when shutting down.
    fn next(&self) -> Option<(Job, Duration)> {
        let mut queue = self.queue();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(job) = queue.pop() {
                metrics::gauge!("tablier_machine_queue").set(queue.waiting as f64);
                return Some((job, time_for(queue.waiting)));
            }
            queue = self
                .ready
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn end_long_thoughts(&self, start: Instant) {
        let now = start.elapsed().as_millis() as u64;
        for worker in &self.workers {
            let began = worker.began.load(Ordering::Relaxed);
            if began > 0 && now > began + LONGEST.as_millis() as u64 {
                worker.stop.store(true, Ordering::Relaxed);
            }
        }
    }
}

fn work(shared: &Shared, number: usize, start: Instant, thoughts: &mpsc::UnboundedSender<Thought>) {
    be_nice();
    // Its memory is taken when somebody first plays against the machine.
    let engine = LazyCell::new(|| Engine::new(MEMORY));
    let worker = &shared.workers[number];
    while let Some((job, time)) = shared.next() {
        worker.stop.store(false, Ordering::Relaxed);
        let began = Instant::now();
        worker
            .began
            .store(start.elapsed().as_millis() as u64 + 1, Ordering::Relaxed);
        let command = think(&engine, &job, time, &worker.stop);
        worker.began.store(0, Ordering::Relaxed);
        metrics::histogram!("tablier_machine_seconds").record(began.elapsed().as_secs_f64());
        shared.queue().known.remove(&name(&job));
        let Some(command) = command else { continue };
        let thought = Thought {
            room: job.room,
            seq: job.seq,
            command,
        };
        if thoughts.send(thought).is_err() {
            return;
        }
    }
}

/// People's games come first: a thinking thread takes what is left of the processor.
fn be_nice() {
    // On Linux this applies to the thread alone; where it is not possible, nothing is lost.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 10);
}

fn think(engine: &Engine, job: &Job, time: Duration, stop: &AtomicBool) -> Option<Command> {
    // Another game's positions are useless.
    engine.forget();
    let mut request = job.request.clone();
    request.limits.time = Some(request.limits.time.map_or(time, |asked| asked.min(time)));
    // Each worker is one thread.
    request.threads = 1;
    let answer = match engine.answer(&request, stop, &mut |_| ()) {
        Ok(answer) => answer,
        Err(trouble) => {
            tracing::error!(room = %job.room, %trouble, "a machine cannot think");
            return None;
        }
    };
    Some(match job.question {
        Question::Act => Command::Act {
            action: answer.action,
        },
        Question::Draw(seat) => {
            let chance = answer.report.chances.get(seat.index()).copied();
            let accept = if answer.report.seat == seat {
                answer.accepts_draw
            } else {
                chance.is_some_and(|chance| chance <= 0.5)
            };
            Command::Answer {
                offer: Offer::Draw,
                accept,
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(room: &str, host: &str) -> Job {
        Job {
            room: RoomId::new(room).unwrap(),
            seq: 3,
            host: PlayerId::new(host).unwrap(),
            request: Request {
                game: "d21".into(),
                level: Some(1),
                ..Request::default()
            },
            question: Question::Act,
        }
    }

    #[test]
    fn hosts_take_turns_and_nothing_is_queued_twice() {
        let mut queue = Queue::default();
        for room in ["a1", "a2", "a3"] {
            assert!(queue.push(job(room, "ana")));
        }
        assert!(!queue.push(job("a1", "ana")));
        assert!(queue.push(job("b1", "ben")));
        let order: Vec<String> = std::iter::from_fn(|| queue.pop())
            .map(|job| job.room.to_string())
            .collect();
        assert_eq!(order, ["a1", "b1", "a2", "a3"]);
        assert_eq!(queue.waiting, 0);
    }

    #[test]
    fn the_strongest_level_takes_turns_with_those_who_wait() {
        assert_eq!(time_for(0), SECOND);
        assert_eq!(time_for(3), SECOND / 4);
        assert_eq!(time_for(QUEUE), LEAST);
        assert_eq!(time_for(usize::MAX), LEAST);
    }

    #[test]
    fn the_strongest_level_answers_in_the_time_it_has() {
        let engine = Engine::new(1);
        let mut job = job("a", "ana");
        job.request.level = Some(10);
        let begun = Instant::now();
        let command = think(&engine, &job, LEAST, &AtomicBool::new(false));
        assert!(matches!(command, Some(Command::Act { .. })));
        // Generous, since the machine may be busy; without the limit it would think for a second.
        assert!(begun.elapsed() < Duration::from_millis(800));
    }

    #[tokio::test]
    async fn a_machine_plays_a_legal_action() {
        let (machines, mut thoughts) = Machines::start(1).unwrap();
        machines.submit(job("a", "ana"));
        let thought = thoughts.recv().await.unwrap();
        let Command::Act { action } = thought.command else {
            panic!("{thought:?}");
        };
        let table = tablier_rules::catalog::open("d21").unwrap();
        assert!(table.legal().contains(&action));
        let mut draw = job("a", "ana");
        draw.question = Question::Draw(Seat::all(2).next().unwrap());
        machines.submit(draw);
        let thought = thoughts.recv().await.unwrap();
        assert!(matches!(thought.command, Command::Answer { .. }));
    }
}
