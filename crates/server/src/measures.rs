//! What is counted and measured, for Prometheus.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// The limits between which durations are counted, in seconds.
const SECONDS: [f64; 11] = [
    0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0,
];

/// What rarely happens. Counted from zero when the server starts: of a counter that first appears
/// with a one, nobody can tell that it has grown.
const COUNTERS: [&str; 11] = [
    "tablier_accounts_total",
    "tablier_actions_total",
    "tablier_bus_lost_total",
    "tablier_bus_received_total",
    "tablier_conflicts_total",
    "tablier_games_started_total",
    "tablier_guests_total",
    "tablier_rate_limited_total",
    "tablier_slow_clients_total",
    "tablier_store_retries_total",
    "tablier_strained_total",
];

/// The only recorder of this process; none if another library has installed its own.
pub(crate) fn recorder() -> Option<PrometheusHandle> {
    static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let recorder = RECORDER.get_or_init(|| {
        let durations = Matcher::Suffix("_seconds".into());
        let builder = PrometheusBuilder::new().set_buckets_for_metric(durations, &SECONDS);
        let recorder = builder.ok()?.install_recorder().ok()?;
        for counter in COUNTERS {
            metrics::counter!(counter).increment(0);
        }
        Some(recorder)
    });
    recorder.clone()
}
