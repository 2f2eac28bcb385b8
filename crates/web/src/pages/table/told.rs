//! The rule that ended a game, beside the sentence that tells it.

use leptos::prelude::*;

use crate::play::Play;
use crate::words::t;

/// A link to the paragraph that decided the game.
pub fn rule(play: Play) -> impl IntoView {
    let game = play.with(|session| session.table().info().id);
    let reason = play.moment.read().reason.clone()?;
    let address = crate::pages::rules::address(game, reason.rule)?;
    Some(view! {
        <a class="rule" href=address title=t("book-page.read-rule")>
            {reason.rule}
        </a>
    })
}
