use async_trait::async_trait;

use super::{Postgres, number};
use crate::store::{Leases, Stored};

#[async_trait]
impl Leases for Postgres {
    async fn lease(&self, name: &str, holder: &str, ms: u64) -> Stored<bool> {
        // By the database's clock alone: those of the servers may differ.
        let sql = "INSERT INTO leases AS known (name, holder, until)
                   VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
                   ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
                   WHERE known.holder = excluded.holder OR known.until < clock_timestamp()
                   RETURNING 1";
        let values: super::Values<'_> = &[&name, &holder, &(number(ms) as f64)];
        Ok(!self.change(sql, values).await?.is_empty())
    }

    async fn release(&self, name: &str, holder: &str) -> Stored<()> {
        // Along with what nobody has renewed for an hour.
        let sql = "DELETE FROM leases WHERE (name = $1 AND holder = $2)
                       OR until < clock_timestamp() - interval '1 hour'";
        self.change(sql, &[&name, &holder]).await.map(drop)
    }
}
