//! Waiting for what is sure to come.

use std::time::Duration;

/// Longer than anything here takes, however busy the machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Waits until something holds, and says what was waited for in vain.
pub async fn until(what: &str, holds: impl AsyncFn() -> bool) {
    let waiting = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    if tokio::time::timeout(PATIENCE, waiting).await.is_err() {
        panic!("waited {PATIENCE:?} in vain until {what}");
    }
}
