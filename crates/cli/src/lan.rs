//! The local network: the address that a phone can reach, and a QR code of it.

use std::net::{IpAddr, Ipv4Addr};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// The address of this machine in the local network, if it has one.
pub(crate) fn address() -> Option<Ipv4Addr> {
    let all = if_addrs::get_if_addrs().ok()?;
    let four: Vec<Ipv4Addr> = all
        .into_iter()
        .filter(|interface| !interface.is_loopback())
        .filter_map(|interface| match interface.ip() {
            IpAddr::V4(address) if !address.is_link_local() => Some(address),
            _ => None,
        })
        .collect();
    let private = four.iter().find(|address| address.is_private());
    private.or(four.first()).copied()
}

/// A text as a QR code for a terminal, dark on light whatever the terminal's colours.
pub(crate) fn qr(text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    let picture = code
        .render::<Dense1x2>()
        .dark_color(Dense1x2::Light)
        .light_color(Dense1x2::Dark)
        .build();
    Some(picture)
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_address_becomes_a_square_of_blocks() {
        let code = super::qr("http://192.168.1.20:8080/").unwrap();
        let lines: Vec<&str> = code.lines().collect();
        let width = lines[0].chars().count();
        assert!(lines.iter().all(|line| line.chars().count() == width));
        assert!(width.abs_diff(2 * lines.len()) <= 1);
        assert!(code.contains('█') && code.contains(' '));
    }
}
