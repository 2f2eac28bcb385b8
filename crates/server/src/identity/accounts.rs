use tablier_rooms::PlayerId;

use super::secrets::{self, Secret};
use super::{FOR_EVER, Identities, LINK, names, or_name_taken};
use crate::error::Error;
use crate::store::{Credentials, KeyKind, Player, PlayerKind, StoreError};

const WRONG: Error = Error::Unauthorized("this name and this secret do not belong together");

impl Identities {
    /// Turns a guest into an account, keeping their games. The recovery code is shown once: no mail
    /// is ever sent.
    pub async fn open_account(
        &self,
        player: &Player,
        name: &str,
        password: String,
    ) -> Result<(Player, String), Error> {
        if player.kind != PlayerKind::Guest {
            return Err(HAS_ACCOUNT);
        }
        let name = self.free_name(name).await?;
        let password = self.passwords.hash(password).await?;
        let code = secrets::recovery_code();
        let credentials = Credentials {
            name_key: names::key(&name),
            password,
            recovery: secrets::recovery_hash(&code),
        };
        self.store
            .open_account(&player.id, &name, credentials)
            .await
            .map_err(|error| match error {
                StoreError::Conflict => HAS_ACCOUNT,
                other => or_name_taken(other),
            })?;
        metrics::counter!("tablier_accounts_total").increment(1);
        let account = Player {
            name,
            kind: PlayerKind::Account,
            ..player.clone()
        };
        Ok((account, code))
    }

    /// Logs somebody in by name and password. A wrong name takes as long as a wrong password.
    pub async fn log_in(&self, name: &str, password: String) -> Result<(Player, Secret), Error> {
        let account = self.store.account(&names::key(name)).await?;
        let kept = account.as_ref().map(|(_, kept)| kept.password.clone());
        let right = self.passwords.verify(password, kept).await?;
        let (player, _) = account.filter(|_| right).ok_or(WRONG)?;
        let secret = self.open_session(&player.id).await?;
        Ok((player, secret))
    }

    /// Ends a session.
    pub async fn log_out(&self, key: &[u8; 32]) -> Result<(), Error> {
        self.store.take_key(key).await?;
        Ok(())
    }

    /// Logs somebody in by the recovery code, with a new password; the code is used up and
    /// replaced. All sessions end.
    pub async fn recover(
        &self,
        name: &str,
        code: &str,
        password: String,
    ) -> Result<(Player, Secret, String), Error> {
        let account = self.store.account(&names::key(name)).await?;
        let given = secrets::recovery_hash(code);
        let (player, kept) = account
            .filter(|(_, kept)| secrets::same(&kept.recovery, &given))
            .ok_or(WRONG)?;
        let code = self
            .new_password(&player.id, &kept.name_key, password)
            .await?;
        let secret = self.open_session(&player.id).await?;
        Ok((player, secret, code))
    }

    /// Changes the password of somebody who knows the old one. All sessions end, and a new one
    /// begins.
    pub async fn change_password(
        &self,
        player: &Player,
        old: String,
        new: String,
    ) -> Result<(Secret, String), Error> {
        let name_key = names::key(&player.name);
        let account = self.store.account(&name_key).await?;
        let kept = account
            .filter(|(owner, _)| owner.id == player.id)
            .map(|(_, kept)| kept.password);
        if !self.passwords.verify(old, kept).await? {
            return Err(WRONG);
        }
        let code = self.new_password(&player.id, &name_key, new).await?;
        Ok((self.open_session(&player.id).await?, code))
    }

    async fn new_password(
        &self,
        player: &PlayerId,
        name_key: &str,
        password: String,
    ) -> Result<String, Error> {
        let code = secrets::recovery_code();
        let credentials = Credentials {
            name_key: name_key.to_owned(),
            password: self.passwords.hash(password).await?,
            recovery: secrets::recovery_hash(&code),
        };
        self.store.set_credentials(player, credentials).await?;
        Ok(code)
    }

    /// Gives a guest another name.
    pub async fn rename(&self, player: &Player, name: &str) -> Result<String, Error> {
        if player.kind != PlayerKind::Guest {
            return Err(Error::Forbidden {
                code: "account-name",
                message: "the name of an account stays as it is",
            });
        }
        self.name_at_table(player, Some(name)).await
    }

    /// A secret that logs somebody in on another device, once and within a quarter of an hour.
    pub async fn link(&self, player: &PlayerId) -> Result<Secret, Error> {
        let secret = Secret::fresh();
        let key = self.key(player, &secret, KeyKind::Link, LINK);
        self.store.drop_keys(player, KeyKind::Link).await?;
        self.store.add_key(key).await?;
        Ok(secret)
    }

    /// Uses up such a secret: its holder is that player from now on.
    pub async fn redeem(&self, link: &str) -> Result<(Player, Secret), Error> {
        let hash = secrets::hash(link);
        let unknown = Error::NotFound("this link was used already or has run out");
        // Checked before it is taken, so that no other kind of key is lost here.
        let known = self.store.key(&hash).await?;
        if known.is_none_or(|key| key.kind != KeyKind::Link) {
            return Err(unknown);
        }
        let key = self.store.take_key(&hash).await?;
        let now = self.clock.now();
        let key = key.filter(|key| key.expires >= now);
        let key = key.ok_or(unknown.clone())?;
        let player = self.store.player(&key.player).await?.ok_or(unknown)?;
        let secret = self.open_session(&player.id).await?;
        Ok((player, secret))
    }

    /// A token for a program, replacing the previous one.
    pub async fn token(&self, player: &Player) -> Result<Secret, Error> {
        if player.kind != PlayerKind::Bot {
            return Err(Error::Forbidden {
                code: "not-a-bot",
                message: "only the account of a program has a token; ask the host (tablier admin bot NAME)",
            });
        }
        let secret = Secret::fresh();
        let key = self.key(&player.id, &secret, KeyKind::Token, FOR_EVER);
        self.store.drop_keys(&player.id, KeyKind::Token).await?;
        self.store.add_key(key).await?;
        Ok(secret)
    }

    /// Turns an account into a program's, opening it if there is none of that name, and returns its
    /// token. For the host.
    pub async fn make_bot(&self, name: &str) -> Result<(Player, Secret), Error> {
        let player = match self.store.account(&names::key(name)).await? {
            Some((player, _)) => player,
            None => {
                let (guest, _) = self.welcome_guest().await?;
                // Nobody knows this password: the program has its token.
                let password = Secret::fresh().text().to_owned();
                self.open_account(&guest, name, password).await?.0
            }
        };
        self.store.set_kind(&player.id, PlayerKind::Bot).await?;
        let bot = Player {
            kind: PlayerKind::Bot,
            ..player
        };
        let token = self.token(&bot).await?;
        Ok((bot, token))
    }

    /// Forbids a name and all that look like it, or allows it again. For the host.
    pub async fn block_name(&self, name: &str, blocked: bool) -> Result<(), Error> {
        Ok(self.store.block_name(&names::key(name), blocked).await?)
    }

    /// An account by its name.
    pub async fn account(&self, name: &str) -> Result<Player, Error> {
        let found = self.store.account(&names::key(name)).await?;
        let (player, _) = found.ok_or(Error::NotFound("nobody with an account has this name"))?;
        Ok(player)
    }
}

const HAS_ACCOUNT: Error = Error::Conflict {
    code: "has-account",
    message: "this is an account already; log out to open another one",
};

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::NAME_TAKEN;
    use super::*;
    use crate::clock::Clock;
    use crate::store::Memory;

    fn desk() -> (Identities, Arc<Clock>) {
        let clock = Arc::new(Clock::system());
        (
            Identities::new(Arc::new(Memory::new()), clock.clone()),
            clock,
        )
    }

    async fn known(desk: &Identities, secret: &Secret) -> Option<Player> {
        let found = desk
            .recognise(secret.text(), KeyKind::Session)
            .await
            .unwrap();
        found.map(|visitor| visitor.player)
    }

    #[tokio::test]
    async fn a_guest_becomes_an_account_and_stays_the_same_person() {
        let (desk, _) = desk();
        let (guest, cookie) = desk.welcome_guest().await.unwrap();
        assert_eq!(known(&desk, &cookie).await, Some(guest.clone()));
        assert!(
            desk.recognise(cookie.text(), KeyKind::Token)
                .await
                .unwrap()
                .is_none()
        );
        let (account, _) = desk
            .open_account(&guest, "Ana", "correct horse".into())
            .await
            .unwrap();
        assert_eq!((&account.id, account.name.as_str()), (&guest.id, "Ana"));
        assert_eq!(
            known(&desk, &cookie).await.unwrap().kind,
            PlayerKind::Account
        );
        let again = desk
            .open_account(&account, "Ben", "correct horse".into())
            .await;
        assert_eq!(again.unwrap_err(), HAS_ACCOUNT);
        let (other, _) = desk.welcome_guest().await.unwrap();
        let taken = desk
            .open_account(&other, "АNA", "correct horse".into())
            .await;
        assert_eq!(taken.unwrap_err().code(), "bad-name", "mixed scripts");
        let taken = desk
            .open_account(&other, "A n a", "correct horse".into())
            .await;
        assert_eq!(taken.unwrap_err(), NAME_TAKEN);
        let pretends = desk.name_at_table(&other, Some("ana")).await;
        assert_eq!(pretends.unwrap_err(), NAME_TAKEN);
    }

    #[tokio::test]
    async fn one_comes_back_by_password_or_recovery_code() {
        let (desk, _) = desk();
        let (guest, cookie) = desk.welcome_guest().await.unwrap();
        let (_, code) = desk
            .open_account(&guest, "Ana", "correct horse".into())
            .await
            .unwrap();
        for (name, password) in [("Ana", "wrong horse"), ("Nobody", "correct horse")] {
            assert_eq!(desk.log_in(name, password.into()).await.unwrap_err(), WRONG);
        }
        let (player, second) = desk.log_in("ANA", "correct horse".into()).await.unwrap();
        assert_eq!(player.id, guest.id);
        assert!(known(&desk, &second).await.is_some());

        let wrong = desk.recover("Ana", "abcd", "better horse".into()).await;
        assert_eq!(wrong.unwrap_err(), WRONG);
        let (_, third, next) = desk
            .recover("Ana", &code.to_uppercase(), "better horse".into())
            .await
            .unwrap();
        assert!(known(&desk, &cookie).await.is_none(), "all sessions end");
        assert!(known(&desk, &second).await.is_none());
        assert!(known(&desk, &third).await.is_some());
        assert_ne!(code, next);
        let used = desk.recover("Ana", &code, "third horse".into()).await;
        assert_eq!(used.unwrap_err(), WRONG);
        assert!(desk.log_in("Ana", "correct horse".into()).await.is_err());
        assert!(desk.log_in("Ana", "better horse".into()).await.is_ok());

        desk.log_out(&third.hash()).await.unwrap();
        assert!(known(&desk, &third).await.is_none());
    }

    #[tokio::test]
    async fn a_link_brings_one_to_another_device_once_and_soon() {
        let (desk, clock) = desk();
        let (guest, cookie) = desk.welcome_guest().await.unwrap();
        let link = desk.link(&guest.id).await.unwrap();
        let (player, other) = desk.redeem(link.text()).await.unwrap();
        assert_eq!(player.id, guest.id);
        assert!(known(&desk, &other).await.is_some());
        assert!(desk.redeem(link.text()).await.is_err(), "used up");
        assert!(
            desk.redeem(cookie.text()).await.is_err(),
            "a cookie is no link"
        );
        assert!(known(&desk, &cookie).await.is_some());
        let late = desk.link(&guest.id).await.unwrap();
        clock.advance(LINK + 1);
        assert!(desk.redeem(late.text()).await.is_err());
    }

    #[tokio::test]
    async fn sessions_are_renewed_and_run_out() {
        let (desk, clock) = desk();
        let (_, cookie) = desk.welcome_guest().await.unwrap();
        let visitor = async |secret: &Secret| {
            let found = desk.recognise(secret.text(), KeyKind::Session).await;
            found.unwrap()
        };
        let early = visitor(&cookie).await.unwrap();
        assert!(desk.greet(&early).await.unwrap().is_none());
        clock.advance(super::super::RENEW + 1);
        let new = desk.greet(&early).await.unwrap().unwrap();
        assert!(visitor(&new).await.unwrap().player.seen > early.player.seen);
        clock.advance(super::super::SESSION_DAYS * super::super::DAY + 1);
        assert!(visitor(&cookie).await.is_none());
        assert!(visitor(&new).await.is_none());
    }

    #[tokio::test]
    async fn programs_have_tokens_and_people_do_not() {
        let (desk, _) = desk();
        let (guest, _) = desk.welcome_guest().await.unwrap();
        assert_eq!(desk.token(&guest).await.unwrap_err().code(), "not-a-bot");
        let (bot, token) = desk.make_bot("Deep Tablier").await.unwrap();
        assert_eq!(bot.kind, PlayerKind::Bot);
        let by = async |token: &Secret| desk.recognise(token.text(), KeyKind::Token).await.unwrap();
        assert_eq!(by(&token).await.unwrap().player.id, bot.id);
        let (same, next) = desk.make_bot("deep tablier").await.unwrap();
        assert_eq!(same.id, bot.id);
        assert!(by(&token).await.is_none(), "the old token is taken back");
        assert!(by(&next).await.is_some());
    }

    #[tokio::test]
    async fn a_blocked_name_is_nobodys() {
        let (desk, _) = desk();
        let (guest, _) = desk.welcome_guest().await.unwrap();
        desk.block_name("Rude", true).await.unwrap();
        assert_eq!(
            desk.rename(&guest, "RUDE").await.unwrap_err().code(),
            "bad-name"
        );
        desk.block_name("rude", false).await.unwrap();
        assert_eq!(desk.rename(&guest, "Rude").await.unwrap(), "Rude");
    }
}
