//! The binary `tablier`: the command line, with the client for the browser.

fn main() -> std::process::ExitCode {
    tablier_cli::main(tablier_bundle::CLIENT)
}
