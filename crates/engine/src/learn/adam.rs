/// How much slopes and their squares are remembered.
const MEMORY: [f32; 2] = [0.9, 0.999];

/// Steps by the method Adam (Kingma and Ba).
pub(super) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// For so many weights.
    pub(super) fn new(count: usize) -> Self {
        Self {
            means: vec![0.0; count],
            squares: vec![0.0; count],
            steps: 0,
        }
    }

    /// A step of this length down these slopes.
    pub(super) fn descend(&mut self, weights: &mut [f32], slopes: &[f32], length: f32) {
        self.steps += 1;
        let unbiased = MEMORY.map(|memory| 1.0 - memory.powi(self.steps));
        let known = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(slopes).zip(known) {
            *mean = MEMORY[0] * *mean + (1.0 - MEMORY[0]) * slope;
            *square = MEMORY[1] * *square + (1.0 - MEMORY[1]) * slope * slope;
            let steady = (*square / unbiased[1]).sqrt() + 1e-8;
            *weight -= length * (*mean / unbiased[0]) / steady;
        }
    }
}
