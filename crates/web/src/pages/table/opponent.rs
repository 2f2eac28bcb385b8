//! The computer at the table: it plays its seats, gives hints, and judges draws. And the clock.

use std::time::Duration;

use leptos::prelude::*;
use tablier_advice::{Answer, Hint, Limits, Request};
use tablier_rules::scene::Message;

use crate::machine::Machine;
use crate::play::Play;
use crate::session::{EarlyEnd, Player, Session};
use crate::words::{say_on, t};
use crate::{dom, time};

/// How long a move is shown before the next one, in milliseconds.
const BREATH: f64 = 350.0;

/// The engine request for the current position of the game.
pub fn request(session: &Session) -> Request {
    let table = session.table();
    Request {
        game: table.spec().to_string(),
        start: table.unusual_start(),
        actions: session.tree().actions(session.shown()),
        seed: js_sys::Math::random().to_bits(),
        ..Request::default()
    }
}

/// Lets the computer play whenever it is its turn.
pub fn play_machines(play: Play, machine: Machine) {
    Effect::new(move |_| {
        let moment = play.moment.get();
        machine.stop();
        let Some(Player::Machine(level)) = moment.player.filter(|_| moment.is_live()) else {
            return;
        };
        let node = moment.at;
        let rest = (play.rest.get_untracked() - time::now()).max(0.0);
        dom::after((rest + BREATH) as i32, move || {
            // The page may be gone, or the game elsewhere.
            let now = play.moment.try_get_untracked();
            if now.is_none_or(|now| now.at != node || !now.is_live() || now.is_over()) {
                return;
            }
            let request = play.with(|session| Request {
                level: Some(level.clamp(1, 10)),
                ..request(session)
            });
            machine.ask(&request, move |answer| {
                let same = play.moment.read_untracked().at == node;
                if same {
                    play.play(&answer.action);
                }
            });
        });
    });
}

/// Stops the search: the computer plays the best it has found.
pub fn play_now(play: Play, machine: Machine) {
    let best = machine.best_so_far();
    machine.stop();
    let action = best.or_else(|| play.with(|session| session.table().legal().first().cloned()));
    if let Some(action) = action {
        play.play(&action);
    }
}

/// A hint: what to play, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    action: String,
    why: Option<Message>,
    node: usize,
}

/// Asks for a hint at the node shown.
pub fn hint(play: Play, advisor: Machine, advice: RwSignal<Option<Advice>>) {
    if !play.may_act() {
        return;
    }
    let request = play.with(|session| Request {
        hint: true,
        limits: Limits::time(Duration::from_millis(1500)),
        ..request(session)
    });
    let node = play.moment.read_untracked().at;
    advice.set(None);
    advisor.ask(&request, move |answer| {
        if play.moment.read_untracked().at != node {
            return;
        }
        let picks = play.with(|session| session.table().picks_for(&answer.action));
        play.stage.hint.set(picks.unwrap_or_default());
        let why = reason(&answer);
        let text = why
            .as_ref()
            .map(|why| say_on(play.stage.surface(), why))
            .unwrap_or_default();
        play.news
            .set(format!("{}: {}. {text}", t("ui.hint"), answer.action));
        advice.set(Some(Advice {
            action: answer.action,
            why,
            node,
        }));
    });
}

/// Why it is good, in the words of the game; where the engine has no reason, what it expects to
/// follow. Alone at the table, what can still be reached.
fn reason(answer: &Answer) -> Option<Message> {
    let (report, hint) = (&answer.report, answer.hint.as_ref());
    let best = report.lines.first()?;
    if report.chances.len() > 1 {
        return hint.and_then(Hint::reason).cloned().or_else(|| {
            let next = best.actions.iter().skip(1).take(3);
            let line: Vec<&str> = next.map(String::as_str).collect();
            let message = Message::new("study.hint-line").text("line", line.join(" "));
            (!line.is_empty()).then_some(message)
        });
    }
    let left = i64::from(-best.score.0);
    Some(match (left, report.certain) {
        (1, _) => Message::new("study.hint-one").number("jumps", best.actions.len() as i64),
        (_, true) => Message::new("study.hint-proved").number("left", left),
        (_, false) => Message::new("study.hint-open").number("left", left),
    })
}

/// The hint in words.
pub fn advice_line(
    play: Play,
    advisor: Machine,
    advice: RwSignal<Option<Advice>>,
) -> impl IntoView {
    move || {
        if advisor.thinks.get() {
            return Some(view! { <p class="advice">{t("ui.looking-for-hint")}</p> }.into_any());
        }
        if advisor.failed.get() {
            let text = t("ui.machine-failed");
            return Some(view! { <p class="advice" role="alert">{text}</p> }.into_any());
        }
        let advice = advice.get()?;
        if play.moment.read().at != advice.node {
            return None;
        }
        let why = advice.why.map(|why| say_on(play.stage.surface(), &why));
        Some(
            view! {
                <p class="advice">
                    <strong>{advice.action}</strong>
                    " "
                    {why}
                </p>
            }
            .into_any(),
        )
    }
}

/// Offers a draw: people agree at this screen, the computer if it is not better off.
pub fn offer_draw(play: Play, advisor: Machine) {
    let machines = play.with(|session| {
        let machine = |player: &Player| matches!(player, Player::Machine(_));
        session.players.iter().any(machine)
    });
    if !machines {
        return play.leave(EarlyEnd::Draw);
    }
    let request = play.with(|session| Request {
        limits: Limits::time(Duration::from_millis(600)),
        ..request(session)
    });
    advisor.ask(&request, move |answer| {
        // The chance is that of the seat to act, a person's: what is good for it is bad for the
        // others.
        let chance = answer.report.lines.first().map_or(0.5, |line| line.chance);
        if chance >= 0.5 {
            play.leave(EarlyEnd::Draw);
        } else {
            play.news.set(t("ui.draw-declined"));
            play.notice.set(Some(t("ui.draw-declined")));
        }
    });
}

/// Counts down the clock of the seat to act.
pub fn run_clock(play: Play) {
    if play.with(|session| session.clock.is_none()) {
        return;
    }
    let last = StoredValue::new(time::now());
    let tick = move || {
        let now = time::now();
        let passed = now - last.get_value();
        last.set_value(now);
        let Some(moment) = play.moment.try_get_untracked() else {
            return;
        };
        let Some(seat) = moment.to_act().filter(|_| moment.is_live()) else {
            return;
        };
        if play.with(Session::has_begun) && play.spend(seat, passed) {
            play.leave(EarlyEnd::OutOfTime(seat));
        }
    };
    if let Ok(handle) = set_interval_with_handle(tick, Duration::from_millis(200)) {
        on_cleanup(move || handle.clear());
    }
}

#[cfg(test)]
mod tests {
    use tablier_advice::{Report, Score, Variation};
    use tablier_rules::Seat;

    use super::*;

    fn answer(seats: usize, score: i32, certain: bool, why: &'static str) -> Answer {
        Answer {
            action: "C3-C6".to_owned(),
            report: Report {
                seat: Seat::new(0),
                depth: 1,
                nodes: 1,
                time: Duration::ZERO,
                lines: vec![Variation {
                    score: Score(score),
                    chance: 0.5,
                    actions: vec!["C3-C6".to_owned(), "C6-C8".to_owned()],
                }],
                chances: vec![0.5; seats],
                certain,
            },
            resigns: false,
            accepts_draw: false,
            hint: Some(Hint {
                why: Message::new(why),
            }),
        }
    }

    #[test]
    fn a_hint_says_why_and_never_a_bare_figure() {
        let why = |answer| reason(&answer).map(|why| why.key.to_string());
        assert_eq!(
            why(answer(2, 10, false, "engine.captures")).as_deref(),
            Some("engine.captures")
        );
        assert_eq!(
            why(answer(2, 10, false, "engine.best-found")).as_deref(),
            Some("study.hint-line")
        );
        let mut at_the_end = answer(2, 10, false, "engine.best-found");
        at_the_end.report.lines[0].actions.truncate(1);
        assert_eq!(why(at_the_end), None);
        for (left, certain, key) in [
            (1, false, "study.hint-one"),
            (1, true, "study.hint-one"),
            (3, true, "study.hint-proved"),
            (3, false, "study.hint-open"),
        ] {
            let found = why(answer(1, -left, certain, "engine.best-found"));
            assert_eq!(found.as_deref(), Some(key));
        }
    }
}
