use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query as UrlQuery, State};
use serde::{Deserialize, Serialize};
use tablier_protocol::TableLine;
use tablier_rooms::PlayerId;
use utoipa::{IntoParams, ToSchema};

use super::who::Maybe;
use crate::error::Error;
use crate::ratings::shown;
use crate::server::Server;
use crate::store::{HeadToHead, Player, PlayerKind, Query};

/// About how many players one request can ask.
const MOST_IDS: usize = 100;

/// What everybody may know of an account.
#[derive(Serialize, ToSchema)]
pub(super) struct Profile {
    /// The name.
    name: String,
    /// Whether it is a program.
    bot: bool,
    /// Since when it is known, in milliseconds since 1970.
    since: u64,
    /// How strong, game by game.
    ratings: Vec<RatingView>,
    /// Results, game by game.
    results: Vec<Results>,
    /// The last games that were listed.
    games: Vec<TableLine>,
    /// Results against the one who asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    against_me: Option<Balance>,
}

/// How strong somebody is at a game.
#[derive(Serialize, ToSchema)]
struct RatingView {
    /// The game with its options.
    game: String,
    /// The rating; everybody begins at 1500.
    rating: i64,
    /// How uncertain it is; everybody begins at 350.
    deviation: i64,
    /// On how many games it rests.
    games: u32,
    /// Whether it rests on too little to be taken seriously.
    provisional: bool,
}

/// Results at a game.
#[derive(Serialize, ToSchema)]
struct Results {
    /// The game with its options.
    game: String,
    /// Games won.
    won: u32,
    /// Games drawn.
    drawn: u32,
    /// Games lost.
    lost: u32,
}

/// Which players.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// Their ids, at most 100, with commas between them.
    ids: String,
}

/// The accounts among some players.
#[derive(Serialize, ToSchema)]
pub(super) struct Accounts {
    /// Those who have one, in the order asked for.
    players: Vec<Account>,
}

/// An account.
#[derive(Serialize, ToSchema)]
struct Account {
    /// The id by which events name it.
    #[schema(value_type = String)]
    id: PlayerId,
    /// Its name: that of its profile.
    name: String,
    /// Whether it is a program.
    bot: bool,
}

/// Results of the profile's owner against the one who asks.
#[derive(Serialize, ToSchema)]
struct Balance {
    /// Games that the owner won.
    won: u32,
    /// Games drawn.
    drawn: u32,
    /// Games that the owner lost.
    lost: u32,
}

impl From<HeadToHead> for Balance {
    fn from(sum: HeadToHead) -> Self {
        Self {
            won: sum.won,
            drawn: sum.drawn,
            lost: sum.lost,
        }
    }
}

/// Which of some players have an account, and with it a profile. Guests and unknown ids are left out.
#[utoipa::path(get, path = "/api/players", tag = "players", params(Which), responses(
    (status = 200, description = "The accounts among them", body = Accounts),
))]
pub(super) async fn players(
    State(server): State<Server>,
    which: Result<UrlQuery<Which>, QueryRejection>,
) -> Result<Json<Accounts>, Error> {
    let bad = |why: String| Error::bad("bad-query", why);
    let UrlQuery(which) = which.map_err(|why| bad(why.body_text()))?;
    let ids: Vec<&str> = which.ids.split(',').collect();
    if ids.len() > MOST_IDS {
        return Err(bad(format!("at most {MOST_IDS} ids at a time")));
    }
    let mut players = Vec::new();
    for id in ids {
        let id = PlayerId::new(id).map_err(|_| bad(format!("no id of a player: {id:?}")))?;
        let player = server.store().player(&id).await?;
        players.extend(player.filter(has_profile).map(|player| Account {
            id: player.id,
            name: player.name,
            bot: player.kind == PlayerKind::Bot,
        }));
    }
    Ok(Json(Accounts { players }))
}

fn has_profile(player: &Player) -> bool {
    matches!(player.kind, PlayerKind::Account | PlayerKind::Bot)
}

/// The profile of an account.
#[utoipa::path(get, path = "/api/players/{name}", tag = "players", params(("name" = String, Path)), responses(
    (status = 200, description = "The profile", body = Profile),
    (status = 404, description = "Nobody has this name", body = crate::error::ErrorBody),
))]
pub(super) async fn player(
    State(server): State<Server>,
    Maybe(visitor): Maybe,
    Path(name): Path<String>,
) -> Result<Json<Profile>, Error> {
    let player = server.identities().account(&name).await?;
    let store = server.store();
    let ratings = store.ratings(&player.id).await?;
    let ratings = ratings.iter().map(|rating| {
        let shown = shown(rating);
        RatingView {
            game: rating.game.clone(),
            rating: shown.value.round() as i64,
            deviation: shown.deviation.round() as i64,
            games: rating.games,
            provisional: shown.provisional,
        }
    });
    let results = store.standings(&player.id).await?;
    let results = results.into_iter().map(|standing| Results {
        game: standing.game,
        won: standing.won,
        drawn: standing.drawn,
        lost: standing.lost,
    });
    let finished = Query::Finished {
        player: player.id.clone(),
        before: u64::MAX >> 1,
        limit: 50,
    };
    let games = store.list(finished).await?;
    let mine = visitor.as_ref().is_some_and(|me| me.player.id == player.id);
    let against_me = match visitor {
        Some(me) if !mine => Some(store.head_to_head(&player.id, &me.player.id).await?.into()),
        _ => None,
    };
    Ok(Json(Profile {
        name: player.name,
        bot: player.kind == PlayerKind::Bot,
        since: player.created,
        ratings: ratings.collect(),
        results: results.collect(),
        // Private tables are nobody else's business.
        games: games
            .into_iter()
            .filter(|table| table.listed || mine)
            .map(|table| table.line)
            .take(20)
            .collect(),
        against_me,
    }))
}
