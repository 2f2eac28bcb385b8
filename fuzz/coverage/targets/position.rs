#![no_main]

use libfuzzer_sys::fuzz_target;
use tablier_fuzz::{Case, Target, laws};

fuzz_target!(|case: Case| laws::hold(Target::Position, &case));
