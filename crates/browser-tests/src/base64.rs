//! The browser hands over pictures and printed pages in this encoding.

/// The bytes of a base 64 text.
pub fn decoded(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    let digits = text
        .bytes()
        .filter_map(|c| DIGITS.iter().position(|&d| d == c));
    for digit in digits {
        bits = bits << 6 | digit as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_text_is_read() {
        assert_eq!(super::decoded("VGFibGllcg=="), b"Tablier");
        assert_eq!(super::decoded("Y2Fm6Q=="), b"caf\xe9");
    }
}
