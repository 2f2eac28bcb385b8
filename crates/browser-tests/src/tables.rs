//! Online tables, opened and played at without clicks: with the session of a browser's page.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::{Failure, Outcome, ensure};

/// Opens a table; returns the path of its page.
pub async fn open(browser: &Browser, wanted: &Value) -> Result<String, Failure> {
    let made = post(browser, "/api/tables", wanted).await?;
    match made["id"].as_str() {
        Some(id) => Ok(format!("/t/{id}")),
        None => Err(format!("no table for {wanted}: {made}").into()),
    }
}

/// Sits down at a table.
pub async fn sit(browser: &Browser, table: &str, name: &str) -> Outcome {
    command(browser, table, &json!({ "type": "sit", "name": name })).await
}

/// Plays an action at a table.
pub async fn act(browser: &Browser, table: &str, action: &str) -> Outcome {
    command(browser, table, &json!({ "type": "act", "action": action })).await
}

/// Does something at the table as it is now.
async fn command(browser: &Browser, table: &str, command: &Value) -> Outcome {
    let path = table.replacen("/t/", "/api/tables/", 1);
    let now = browser
        .script(&format!("return fetch('{path}').then(a => a.json())"))
        .await?;
    let order = json!({
        "id": format!("c{}", now["seq"]), "expects": now["seq"], "command": command,
    });
    let done = post(browser, &format!("{path}/commands"), &order).await?;
    ensure(done["seq"].is_u64(), format!("{command}: {done}"))
}

async fn post(browser: &Browser, path: &str, body: &Value) -> Result<Value, Failure> {
    browser
        .script(&format!(
            "return fetch('{path}', {{
               method: 'POST', headers: {{ 'content-type': 'application/json' }},
               body: JSON.stringify({body})
             }}).then(answer => answer.json())"
        ))
        .await
}
