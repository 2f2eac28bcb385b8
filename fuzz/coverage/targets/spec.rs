#![no_main]

use libfuzzer_sys::fuzz_target;
use tablier_fuzz::{Case, Target, laws};

fuzz_target!(|file: &str| laws::hold(Target::Spec, &Case::read(file)));
