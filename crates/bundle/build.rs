//! Compiles the client for the browser and compresses it.
//!
//! `TABLIER_SKIP_CLIENT=1` leaves it out (for clippy, editors and the tests of other crates); the
//! server then serves a page that says so. `TABLIER_QUICK_CLIENT=1` builds it in a fraction of the
//! time, larger and slower, for whoever works on the page.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use sha2::{Digest, Sha256};

const TARGET: &str = "wasm32-unknown-unknown";
const SKIP: &str = "TABLIER_SKIP_CLIENT";
const QUICK: &str = "TABLIER_QUICK_CLIENT";

/// A file of the client: its path on the server and its contents.
struct File {
    path: String,
    bytes: Vec<u8>,
}

fn main() {
    let out = PathBuf::from(env("OUT_DIR"));
    let crates = PathBuf::from(env("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("crates/bundle lies in crates")
        .to_owned();
    println!("cargo::rerun-if-env-changed={SKIP}");
    println!("cargo::rerun-if-env-changed={QUICK}");
    println!("cargo::rerun-if-changed=build.rs");
    let files = if is_set(SKIP) {
        println!("cargo::rustc-env=TABLIER_VERSION=none");
        Vec::new()
    } else {
        for part in [
            "web", "worker", "books", "rules", "scene", "words", "engine", "solvers", "rooms",
            "protocol", "picture", "advice",
        ] {
            println!("cargo::rerun-if-changed={}", crates.join(part).display());
        }
        for file in ["Cargo.toml", "Cargo.lock"] {
            println!(
                "cargo::rerun-if-changed={}",
                crates.join("..").join(file).display()
            );
        }
        client(&crates, &out)
    };
    embed(&files, &out);
}

fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}

fn is_set(switch: &str) -> bool {
    std::env::var_os(switch).is_some_and(|value| value != "0")
}

/// Builds the client and lays out its files. Everything that belongs together is in one folder
/// named after the hash of it all, so that two versions can never be mixed.
fn client(crates: &Path, out: &Path) -> Vec<File> {
    let bindings = out.join("bindings");
    let _ = fs::remove_dir_all(&bindings);
    add_target(crates);
    // The page is built to be small, the engine in its worker to be fast. Erasing its views to one
    // type makes the page a third lighter. Each ends with a step on a single processor, so they are
    // built side by side.
    let page = || {
        compile(
            crates,
            out,
            "tablier-web",
            "client",
            "--cfg erase_components",
        )
    };
    // Every browser since March 2023 has vectors. Without them a network costs a third of the nodes, and hardly pays.
    let engine = || {
        let vectors = "-C target-feature=+simd128";
        compile(crates, out, "tablier-worker", "worker", vectors)
    };
    let modules = std::thread::scope(|scope| {
        let page = scope.spawn(page);
        [engine(), page.join().expect("the page compiles")]
    });
    for module in modules {
        wasm_bindgen_cli_support::Bindgen::new()
            .input_path(module)
            .web(true)
            .expect("a web module")
            .typescript(false)
            // Without this the script does not know where its module is, and the page stays blank.
            .omit_default_module_path(false)
            // Function names only serve debugging, and weigh half as much as the code.
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate(&bindings)
            .expect("wasm-bindgen reads the client");
    }

    let mut parts = Vec::new();
    collect(&bindings, &bindings, &mut parts);
    let assets = crates.join("web/assets");
    collect(&assets, &assets, &mut parts);
    let networks = crates.join("engine/networks");
    collect(&crates.join("engine"), &networks, &mut parts);
    parts.push(books(&crates.join("books/text")));
    for name in ["solved.md", "solved.fr.md"] {
        parts.push(document(&crates.join("../docs"), name));
    }
    parts.sort_by(|a, b| a.path.cmp(&b.path));

    let mut hash = Sha256::new();
    for part in &parts {
        hash.update(part.path.as_bytes());
        hash.update(&part.bytes);
    }
    let version: String = hash
        .finalize()
        .iter()
        .take(6)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    println!("cargo::rustc-env=TABLIER_VERSION={version}");

    // The page, its service worker and its manifest have fixed addresses; all else is in the
    // folder.
    let fixed = |path: &str| matches!(path, "index.html" | "sw.js" | "manifest.webmanifest");
    let list: Vec<String> = parts
        .iter()
        .filter(|part| !fixed(&part.path))
        .map(|part| format!("\"/v/{version}/{}\"", part.path))
        .collect();
    for part in &mut parts {
        if fixed(&part.path) {
            let text = String::from_utf8(std::mem::take(&mut part.bytes)).expect("text");
            part.bytes = text
                .replace("{{version}}", &version)
                .replace("{{files}}", &list.join(","))
                .into_bytes();
            part.path.insert(0, '/');
        } else {
            part.path = format!("/v/{version}/{}", part.path);
        }
    }
    parts
}

/// A page of the documentation that the client links to.
fn document(folder: &Path, name: &str) -> File {
    let path = folder.join(name);
    println!("cargo::rerun-if-changed={}", path.display());
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    File {
        path: name.to_owned(),
        bytes,
    }
}

/// All rulebooks, lessons and puzzles as one file, fetched when somebody opens one of them: the
/// first load is lighter without it. `tablier_books::library` reads it, and documents the format.
fn books(folder: &Path) -> File {
    let mut texts = Vec::new();
    collect(folder, folder, &mut texts);
    texts.sort_by(|a, b| a.path.cmp(&b.path));
    let mut bytes = Vec::new();
    for text in texts {
        let name = text.path.split('.').next().unwrap_or_default();
        bytes.extend(format!("@@ {name}\n").into_bytes());
        bytes.extend(text.bytes);
    }
    File {
        path: "books.txt".to_owned(),
        bytes,
    }
}

/// Runs cargo for the browser in a target directory of its own: this build holds the lock of the
/// usual one.
fn compile(crates: &Path, out: &Path, package: &str, profile: &str, flags: &str) -> PathBuf {
    let cargo = env("CARGO");
    // OUT_DIR is <target>/<profile>/build/<package>/out.
    let target = out
        .ancestors()
        .nth(4)
        .expect("cargo's directories")
        .join(profile);
    let mut command = Command::new(cargo);
    command
        .current_dir(crates)
        .args(["build", "--package", package, "--lib"])
        .args(["--target", TARGET, "--profile", profile, "--target-dir"])
        .arg(&target);
    if std::env::var_os("CARGO_FEATURE_DEVELOPMENT").is_some() {
        command.args(["--features", "development"]);
    }
    if is_set(QUICK) {
        for setting in [
            "opt-level=1",
            "lto=false",
            "codegen-units=16",
            "incremental=true",
        ] {
            command.args(["--config", &format!("profile.{profile}.{setting}")]);
        }
    }
    clean_environment(&mut command);
    command.env("RUSTFLAGS", flags);
    let status = command.status().expect("cargo runs");
    assert!(
        status.success(),
        "the client does not compile (set {SKIP}=1 to build without it)"
    );
    let module = package.replace('-', "_") + ".wasm";
    target.join(TARGET).join(profile).join(module)
}

/// Installs the compilation target if it is missing; without rustup it must already be there.
fn add_target(crates: &Path) {
    let mut list = Command::new("rustup");
    list.current_dir(crates)
        .args(["target", "list", "--installed"]);
    clean_environment(&mut list);
    let Ok(installed) = list.output() else {
        return;
    };
    if String::from_utf8_lossy(&installed.stdout).contains(TARGET) {
        return;
    }
    let mut add = Command::new("rustup");
    add.current_dir(crates).args(["target", "add", TARGET]);
    clean_environment(&mut add);
    if !add.status().is_ok_and(|status| status.success()) {
        println!("cargo::warning=please run: rustup target add {TARGET}");
    }
}

/// Variables that the outer cargo sets for this package must not reach the inner one.
fn clean_environment(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        let outer = name.starts_with("CARGO") && name != "CARGO_HOME";
        if outer
            || name == "RUSTFLAGS"
            || name == "RUSTC_WRAPPER"
            || name == "RUSTC_WORKSPACE_WRAPPER"
        {
            command.env_remove(name.as_ref());
        }
    }
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<File>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let name = path.strip_prefix(root).expect("inside the root");
            files.push(File {
                path: name.to_string_lossy().replace('\\', "/"),
                bytes: fs::read(&path).expect("a readable file"),
            });
        }
    }
}

/// Writes the table of files that `lib.rs` includes: each plain, gzipped and brotli-compressed.
fn embed(files: &[File], out: &Path) {
    let folder = out.join("files");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("OUT_DIR is writable");
    let mut code = String::from("&[\n");
    for (number, file) in files.iter().enumerate() {
        let plain = folder.join(format!("{number}"));
        let gzip = folder.join(format!("{number}.gz"));
        let brotli = folder.join(format!("{number}.br"));
        code += &format!(
            "    Asset {{ path: {:?}, plain: include_bytes!({plain:?}), gzip: include_bytes!({gzip:?}), brotli: include_bytes!({brotli:?}) }},\n",
            file.path
        );
    }
    code += "]\n";
    let next = AtomicUsize::new(0);
    let compress = || {
        while let Some((number, file)) = files.iter().enumerate().nth(next.fetch_add(1, Relaxed)) {
            let write = |ending: &str, bytes: &[u8]| {
                fs::write(folder.join(format!("{number}{ending}")), bytes).expect("written");
            };
            write("", &file.bytes);
            write(".gz", &gzipped(&file.bytes));
            write(".br", &brotlied(&file.bytes));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(compress);
        }
    });
    fs::write(out.join("files.rs"), code).expect("written");
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let level = if is_set(QUICK) {
        flate2::Compression::fast()
    } else {
        flate2::Compression::best()
    };
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
    encoder.write_all(bytes).expect("memory takes it all");
    encoder.finish().expect("memory takes it all")
}

fn brotlied(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: if is_set(QUICK) { 2 } else { 11 },
        lgwin: 22,
        size_hint: bytes.len(),
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &parameters).expect("memory takes it all");
    packed
}
