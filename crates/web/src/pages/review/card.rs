//! Who made which mistakes, and the one at the position shown: what was played, what was better and
//! why.

use leptos::prelude::*;
use tablier_advice::review::{Fault, Mistake};
use tablier_rules::Seat;
use tablier_rules::scene::{Message, Surface};

use super::graph::name;
use super::run::Run;
use super::{Reviewed, labelled, try_again};
use crate::board::drawing::{Drawing, Ink};
use crate::icons::emblem;
use crate::pages::table::tool::tool;
use crate::play::uppercase_first;
use crate::words::{colour_name, say, say_on, t, word};

/// The mistakes of the seats that are looked at.
fn mistakes(run: Run, whose: Option<Seat>) -> Vec<Mistake> {
    let review = run.review.get();
    let all = review.map(|review| review.mistakes()).unwrap_or_default();
    let wanted = |mistake: &Mistake| whose.is_none_or(|seat| seat == mistake.seat);
    all.into_iter().filter(wanted).collect()
}

/// The mistake at the position shown: the next move of the game, otherwise the last one.
fn here(reviewed: Reviewed, run: Run) -> Option<Mistake> {
    let ply = reviewed.ply();
    let all = mistakes(run, None);
    let next = all.iter().find(|mistake| mistake.ply == ply);
    next.or_else(|| all.iter().find(|mistake| mistake.ply + 1 == ply))
        .cloned()
}

/// Draws on the board what was played and what was better.
pub(super) fn point_out(reviewed: Reviewed, run: Run) {
    let play = reviewed.play;
    Effect::new(move |_| {
        let shown = here(reviewed, run)
            .filter(|mistake| reviewed.is_on_line() && mistake.ply == reviewed.ply());
        let drawings = shown.map_or_else(Vec::new, |mistake| {
            let draw = |action: &str, ink: Ink| {
                let picks = play.with(|session| session.table().picks_for(action))?;
                Drawing::of_picks(&picks, ink)
            };
            let better = mistake.better.first();
            let better = better.and_then(|action| draw(action, Ink::Good));
            draw(&mistake.played, Ink::Bad)
                .into_iter()
                .chain(better)
                .collect()
        });
        play.stage.drawings.set(drawings);
    });
}

/// How many mistakes of each kind, in words; nothing if there are none.
fn count(mistakes: &[Mistake]) -> Option<String> {
    let kinds = [
        (Fault::Blunder, "review.blunders"),
        (Fault::Mistake, "review.mistakes-count"),
        (Fault::Inaccuracy, "review.inaccuracies"),
    ];
    let told: Vec<String> = kinds
        .into_iter()
        .filter_map(|(fault, key)| {
            let count = mistakes.iter().filter(|m| m.fault == fault).count();
            (count > 0).then(|| say(&Message::new(key).number("count", count as i64)))
        })
        .collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// The same in the signs of annotators.
fn signs(mistakes: &[Mistake]) -> impl IntoView + use<> {
    if mistakes.is_empty() {
        return vec![view! { <span>{"–".to_owned()}</span> }];
    }
    let kinds = [Fault::Blunder, Fault::Mistake, Fault::Inaccuracy];
    kinds
        .into_iter()
        .map(|fault| (fault, mistakes.iter().filter(|m| m.fault == fault).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(fault, count)| view! { <span>{format!("{count}\u{a0}{}", fault.sign())}</span> })
        .collect()
}

/// The mistakes of each player; a click looks at that player's alone.
pub(super) fn summary(run: Run, whose: RwSignal<Option<Seat>>, surface: Surface) -> impl IntoView {
    let of = move |seat: Option<Seat>| {
        count(&mistakes(run, seat)).unwrap_or_else(|| t("review.no-mistakes"))
    };
    let choice = move |seat: Option<Seat>| {
        let who = move || match seat {
            Some(seat) => uppercase_first(&colour_name(surface, seat)),
            None => t("review.everyone"),
        };
        view! {
            <li>
                <button
                    type="button"
                    title=move || of(seat)
                    data-whose=seat.map_or("all".to_owned(), |seat| seat.number().to_string())
                    aria-pressed=move || (whose.get() == seat).to_string()
                    on:click=move |_| whose.set(seat)
                >
                    <span class="name">
                        {seat.map(|seat| emblem(seat.index()))}
                        <strong>{who}</strong>
                    </span>
                    <span class="signs" aria-hidden="true">{move || signs(&mistakes(run, seat))}</span>
                    <span class="unseen">{move || of(seat)}</span>
                </button>
            </li>
        }
    };
    move || {
        let review = run.review.get()?;
        if review.is_solo() {
            return Some(view! { <p class="facts">{of(None)}</p> }.into_any());
        }
        let seats = Seat::all(review.seats() as u8).map(Some);
        Some(
            view! {
                <ul class="whose" aria-label=t("review.mistakes")>
                    {seats.chain([None]).map(choice).collect_view()}
                </ul>
            }
            .into_any(),
        )
    }
}

/// The mistake at the position shown, and the way to the others.
pub(super) fn card(reviewed: Reviewed, run: Run, whose: RwSignal<Option<Seat>>) -> impl IntoView {
    let play = reviewed.play;
    let surface = play.stage.surface();
    let step = move |forward: bool| {
        let all = untrack(|| mistakes(run, whose.get()));
        let at = untrack(|| reviewed.ply());
        let on_line = untrack(|| reviewed.is_on_line());
        // From something tried, the mistake it began with is the next one.
        let next = match forward {
            true => all
                .iter()
                .find(|m| m.ply > at || (m.ply == at && !on_line))
                .or(all.first()),
            false => all.iter().rev().find(|m| m.ply < at).or(all.last()),
        };
        if let Some(mistake) = next {
            reviewed.go(mistake.ply);
            let said = sentences(surface, mistake).join(" ");
            play.news
                .set(format!("{}. {said}", heading(surface, mistake)));
        }
    };
    let steps = move || {
        let all = mistakes(run, whose.get());
        (!all.is_empty()).then(|| {
            let shown = here(reviewed, run);
            let number = shown.and_then(|shown| all.iter().position(|m| m.ply == shown.ply));
            let position = number.map(|number| {
                say(&Message::new("review.position")
                    .number("number", number as i64 + 1)
                    .number("count", all.len() as i64))
            });
            view! {
                <div class="row">
                    {tool("previous-mistake", "review.previous", move || step(false))}
                    <span>{t("review.mistakes")} " " <span class="facts">{position}</span></span>
                    {tool("next-mistake", "review.next", move || step(true))}
                </div>
            }
        })
    };
    let told = move || {
        here(reviewed, run).map(|mistake| {
            let better = mistake.better.first().cloned();
            let line = mistake.better.join(" ");
            let (ply, seat, fault) = (mistake.ply, mistake.seat, mistake.fault);
            let see = move || {
                reviewed.go(ply);
                if let Some(better) = &better {
                    play.play(better);
                }
            };
            view! {
                <article class="mistake-card" data-fault=name(fault) data-ply=ply>
                    <h3>
                        <span class="sign" aria-hidden="true">{fault.sign()}</span>
                        {heading(surface, &mistake)}
                    </h3>
                    <ul>
                        {sentences(surface, &mistake)
                            .into_iter()
                            .map(|sentence| view! { <li>{sentence}</li> })
                            .collect_view()}
                    </ul>
                    <Show when={
                        let many = mistake.better.len() > 1;
                        move || many
                    }>
                        <p class="facts">
                            {say(&Message::new("review.good-line").text("line", line.clone()))}
                        </p>
                    </Show>
                    <div class="row">
                        {labelled("see-better", "play", "review.see-better", see)}
                        {labelled(
                            "try-again",
                            "again",
                            "review.try-again",
                            move || try_again(reviewed, ply, seat),
                        )}
                    </div>
                </article>
            }
        })
    };
    view! {
        <section class="mistakes" aria-label=move || t("review.mistakes")>
            {steps}
            {told}
        </section>
    }
}

/// Which move it was, whose, and how bad.
fn heading(surface: Surface, mistake: &Mistake) -> String {
    let key = match mistake.left {
        Some(_) => "review.heading-alone",
        None => "review.heading",
    };
    let fault = word(&format!("review.fault-{}", name(mistake.fault)));
    let message = Message::new(key)
        .number("number", mistake.ply as i64 + 1)
        .seat("who", mistake.seat)
        .text("fault", fault);
    say_on(surface, &message)
}

/// What was played, what was better, what it cost and what it allowed.
fn sentences(surface: Surface, mistake: &Mistake) -> Vec<String> {
    let mut told = vec![say(
        &Message::new("review.played").text("action", &mistake.played)
    )];
    if let Some(better) = mistake.better.first() {
        let better = say(&Message::new("review.better").text("action", better));
        let why = mistake.why.as_ref().map(|why| say_on(surface, why));
        told.push(match why {
            Some(why) => format!("{better}. {why}"),
            None => better,
        });
    }
    told.push(cost(surface, mistake));
    if let Some(allowed) = &mistake.allowed {
        let why = lowercase_first(&say_on(surface, &allowed.why));
        let message = Message::new("review.allowed");
        told.push(say(&message
            .text("action", &allowed.action)
            .text("why", why)));
    }
    told
}

/// What it cost.
fn cost(surface: Surface, mistake: &Mistake) -> String {
    if let Some((before, after)) = mistake.left {
        let message = Message::new(match mistake.certain {
            true => "review.pieces-lost",
            false => "review.pieces-lost-open",
        });
        return say(&message.number("before", before).number("after", after));
    }
    let percent = |chance: f32| (chance * 100.0).round() as i64;
    let message = Message::new("review.fell")
        .seat("who", mistake.seat)
        .number("before", percent(mistake.chances.0))
        .number("after", percent(mistake.chances.1));
    say_on(surface, &message)
}

/// A sentence inside another.
fn lowercase_first(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}
