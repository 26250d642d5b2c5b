//! The direction of a rotation, which is what a vertical move does to a window of the order.

/// A rotation by one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// The first one moves to the back.
    Left,
    /// The last one moves to the front.
    Right,
}

impl Rotation {
    /// Rotates a window of an order.
    pub fn rotate(self, window: &mut [u8]) {
        match self {
            Rotation::Left => window.rotate_left(1),
            Rotation::Right => window.rotate_right(1),
        }
    }
}
