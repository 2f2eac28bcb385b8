//! Who does something for all, and until when.

use std::time::Duration;

use crate::store::SharedStore;

pub(super) async fn leases(store: &SharedStore) {
    let take = async |holder, ms| store.lease("clocks", holder, ms).await.unwrap();
    assert!(take("one", 60_000).await);
    assert!(!take("two", 60_000).await, "one has it");
    assert!(take("one", 60_000).await, "renewed");
    assert!(store.lease("other", "two", 60_000).await.unwrap());
    store.release("clocks", "two").await.unwrap();
    assert!(!take("two", 60_000).await, "only its holder gives it back");
    store.release("clocks", "one").await.unwrap();
    assert!(take("two", 1).await);
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert!(take("one", 60_000).await, "its time was over");
    assert!(!take("two", 60_000).await);
    // Of many who want it at once, one gets it.
    let all = (0..10).map(|n| {
        let store = store.clone();
        async move { store.lease("many", &n.to_string(), 60_000).await.unwrap() }
    });
    let got = futures_util::future::join_all(all).await;
    assert_eq!(got.iter().filter(|got| **got).count(), 1);
}
