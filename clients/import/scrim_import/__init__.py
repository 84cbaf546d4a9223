"""Turns SVG and Lottie into lines for Scrim."""
