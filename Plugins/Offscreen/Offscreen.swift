// Offscreen
