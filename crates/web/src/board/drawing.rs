//! Arrows and rings that somebody draws over the board.

use leptos::prelude::*;
use tablier_picture::geometry::Plan;
use tablier_rules::scene::{Layout, Pick, SiteId};

use super::Stage;
use super::pen::Pen;

/// In which colour something is drawn; the second one is also dashed.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ink {
    /// The usual one.
    Good,
    /// For threats and mistakes.
    Bad,
}

/// An arrow between two sites, or a ring around one.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Drawing {
    /// Where it begins.
    pub from: SiteId,
    /// Where it ends; the same site for a ring.
    pub to: SiteId,
    /// Its colour.
    pub ink: Ink,
}

impl Drawing {
    /// Reads `A1-B3`, `C5`, or `A1-B3!` in the second colour.
    pub fn read(layout: &Layout, text: &str) -> Option<Self> {
        let site = |label: &str| {
            let at = layout.sites.iter().position(|site| site.label == label)?;
            Some(SiteId(at as u16))
        };
        let (text, ink) = match text.strip_suffix('!') {
            Some(text) => (text, Ink::Bad),
            None => (text, Ink::Good),
        };
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        Some(Self {
            from: site(from)?,
            to: site(to)?,
            ink,
        })
    }

    /// The text that [`Drawing::read`] reads.
    pub fn write(self, layout: &Layout) -> String {
        let label = |site: SiteId| layout.sites[usize::from(site.0)].label.as_str();
        let sign = match self.ink {
            Ink::Good => "",
            Ink::Bad => "!",
        };
        if self.from == self.to {
            return format!("{}{sign}", label(self.from));
        }
        format!("{}-{}{sign}", label(self.from), label(self.to))
    }

    /// What the picks of an action look like: from its first site to its last.
    pub fn of_picks(picks: &[Pick], ink: Ink) -> Option<Self> {
        let mut sites = picks.iter().filter_map(|pick| match pick {
            Pick::Site(site) => Some(*site),
            _ => None,
        });
        let from = sites.next()?;
        let to = sites.next_back().unwrap_or(from);
        Some(Self { from, to, ink })
    }
}

/// Everything drawn, above the pieces.
pub(super) fn drawings(stage: Stage, plan: Memo<Plan>, pen: Pen) -> impl IntoView {
    let layout = stage.layout.get_value();
    let shown = Memo::new(move |_| {
        let mut shown = stage.drawings.get();
        shown.extend(pen.stroke());
        shown
    });
    // A plane is a layer, and layers are expensive: with nothing drawn there is none.
    let any = Memo::new(move |_| !shown.read().is_empty());
    let shapes = move || {
        let plan = plan.read();
        let all = shown.get().into_iter();
        all.map(|drawing| {
            let class = match drawing.ink {
                Ink::Good => "drawing good",
                Ink::Bad => "drawing bad",
            };
            let (line, head) = paths(drawing, &layout, &plan);
            view! {
                <g class=class>
                    <path class="line" d=line />
                    <path class="head" d=head />
                </g>
            }
        })
        .collect_view()
    };
    let view_box = move || {
        let plan = plan.read();
        format!("0 0 {} {}", plan.width, plan.height)
    };
    let shapes = StoredValue::new_local(shapes);
    view! {
        <Show when=move || any.get()>
            <div class="plane above drawn" aria-hidden="true">
                <svg class="lines" viewBox=view_box>
                    {move || shapes.with_value(|shapes| shapes())}
                </svg>
            </div>
        </Show>
    }
}

/// The same in the picture of a board, where a square is 100 units wide.
pub fn svg(drawings: &[Drawing], layout: &Layout, plan: &Plan) -> String {
    if drawings.is_empty() {
        return String::new();
    }
    let one = |drawing: &Drawing| {
        let (line, head) = paths(*drawing, layout, plan);
        let (colour, dashes) = match drawing.ink {
            Ink::Good => ("#2c8a5e", ""),
            Ink::Bad => ("#c0392b", r#" stroke-dasharray="0.26 0.2""#),
        };
        format!(
            r#"<path d="{line}" fill="none" stroke="{colour}" stroke-width="0.13" stroke-linecap="round"{dashes}/><path d="{head}" fill="{colour}"/>"#
        )
    };
    let all: String = drawings.iter().map(one).collect();
    format!(r#"<g transform="scale(100)" opacity="0.85">{all}</g>"#)
}

/// The paths of a line and its head.
fn paths(drawing: Drawing, layout: &Layout, plan: &Plan) -> (String, String) {
    let at = |site: SiteId| plan.site(layout, site);
    let size = layout.sites[usize::from(drawing.to.0)].size;
    match drawing.from == drawing.to {
        true => (ring(at(drawing.to), 0.42 * size), String::new()),
        false => arrow(at(drawing.from), at(drawing.to)),
    }
}

/// A circle as a path.
fn ring((x, y): (f32, f32), r: f32) -> String {
    format!(
        "M{:.3} {y:.3}A{r:.3} {r:.3} 0 1 0 {:.3} {y:.3}A{r:.3} {r:.3} 0 1 0 {:.3} {y:.3}Z",
        x - r,
        x + r,
        x - r
    )
}

/// An arrow as the paths of its shaft and its head; it begins beside the middle of its first site and
/// ends in the middle of its last.
fn arrow(from: (f32, f32), to: (f32, f32)) -> (String, String) {
    const HEAD: f32 = 0.42;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.001);
    let (ux, uy) = (dx / length, dy / length);
    let along = |by: f32| (from.0 + ux * by, from.1 + uy * by);
    let (begin, neck) = (along(0.3_f32.min(length / 3.0)), along(length - HEAD));
    let side = |sign: f32| {
        (
            neck.0 - uy * sign * HEAD * 0.5,
            neck.1 + ux * sign * HEAD * 0.5,
        )
    };
    let (left, right) = (side(1.0), side(-1.0));
    (
        format!("M{:.3} {:.3}L{:.3} {:.3}", begin.0, begin.1, neck.0, neck.1),
        format!(
            "M{:.3} {:.3}L{:.3} {:.3}L{:.3} {:.3}Z",
            left.0, left.1, to.0, to.1, right.0, right.1
        ),
    )
}

#[cfg(test)]
mod tests {
    use tablier_rules::catalog;

    use super::*;

    #[test]
    fn what_is_drawn_is_written_and_read_on_every_board() {
        for info in catalog::GAMES {
            let layout = catalog::open(info.id).unwrap().layout();
            for to in 0..layout.sites.len() as u16 {
                for ink in [Ink::Good, Ink::Bad] {
                    let drawing = Drawing {
                        from: SiteId(0),
                        to: SiteId(to),
                        ink,
                    };
                    let text = drawing.write(&layout);
                    assert!(!text.contains([' ', ']', '[']), "{}: {text}", info.id);
                    assert_eq!(
                        Drawing::read(&layout, &text),
                        Some(drawing),
                        "{}: {text}",
                        info.id
                    );
                }
            }
            for wrong in ["", "!", "-", "Z99", "A1-"] {
                assert_eq!(Drawing::read(&layout, wrong), None, "{wrong}");
            }
        }
    }

    #[test]
    fn an_action_is_an_arrow_from_its_first_site_to_its_last() {
        let site = |site| Pick::Site(SiteId(site));
        let of = |picks: &[Pick]| {
            let drawing = Drawing::of_picks(picks, Ink::Bad)?;
            Some((drawing.from.0, drawing.to.0))
        };
        assert_eq!(of(&[site(1), site(5), site(9)]), Some((1, 9)));
        assert_eq!(of(&[site(4)]), Some((4, 4)));
        assert_eq!(of(&[Pick::Button("x".into()), site(2)]), Some((2, 2)));
        assert_eq!(of(&[]), None);
    }
}
