//! The binary `tablier`.

fn main() {
    println!("tablier");
}
