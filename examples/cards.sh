#!/bin/sh
# The four suits on a fan of cards. Only `scrim` draws; awk knows the angles. Run it again to change it: it only puts.
set -eu

width=180 height=252    # of a card, in points
inset=20                # from a card's edge to its suit

scrim put table layer frame=0,0,1280,720 backgroundColor=#0b5d3b

# card NAME DEGREES COLOUR: a rounded card, turned about a point below the table's edge, with its suit as a shape.
card() {
    scrim put "$1" layer bounds=0,0,$width,$height anchorPoint=0.5,3.2 position=640,1000 transform="rotate($2deg)" \
        backgroundColor=white cornerRadius=16 borderWidth=1 borderColor=#0003 \
        shadowOpacity=0.35 shadowRadius=8 shadowOffset=0,3
    scrim put "$1.suit" shape parent="$1" frame=0,0,$width,$height fillColor="$3" path="$(suit "$1")"
}

# suit NAME: its outline, in a square of width - 2 inset about the card's centre.
suit() {
    awk -v name="$1" -v w=$width -v h=$height -v inset=$inset 'BEGIN {
        pi = atan2(0, -1)
        size = w - 2 * inset; half = size / 2; r = size / 4
        cx = w / 2; cy = h / 2
        # From the centre down to the right, along the ground, and up again.
        foot = sprintf("M %g %g Q %g %g %g %g H %g Q %g %g %g %g Z", \
            cx, cy, cx, cy + half, cx + r, cy + half, cx - r, cx, cy + half, cx, cy)
        if (name == "spade") {
            a = atan2(2 * r, size)
            printf "M %g %g ", cx, cy
            printf "arc(%g,%g,%g,0,%.9f,cw) ", inset + r, cy, r, pi + 2 * a
            printf "L %g %g ", cx, cy - half
            printf "arc(%g,%g,%g,%.9f,%.9f,cw) Z ", cx + r, cy, r, -2 * a, pi
            print foot
        } else if (name == "diamond") {
            x = half / 2 - 10; y = half / 2
            printf "M %g %g ", cx, cy - half
            printf "Q %g %g %g %g ", cx + x, cy - y, cx + half, cy
            printf "Q %g %g %g %g ", cx + x, cy + y, cx, cy + half
            printf "Q %g %g %g %g ", cx - x, cy + y, cx - half, cy
            printf "Q %g %g %g %g Z\n", cx - x, cy - y, cx, cy - half
        } else if (name == "club") {
            printf "circle(%g,%g,%g) ", cx - r, cy + 10, r
            printf "circle(%g,%g,%g) ", cx, cy - r, r
            printf "circle(%g,%g,%g) ", cx + r, cy + 10, r
            # What the three circles leave open between them.
            printf "M %g %g L %g %g L %g %g Z ", cx, cy - r, cx + r, cy + 10, cx - r, cy + 10
            print foot
        } else {
            a = atan2(4 * r, 3 * size)
            printf "M %g %g ", cx, cy + half
            printf "arc(%g,%g,%g,%.9f,0,cw) ", inset + r, cy - r, r, pi - 2 * a
            printf "arc(%g,%g,%g,%.9f,%.9f,cw) Z\n", cx + r, cy - r, r, -pi, 2 * a
        }
    }'
}

card spade -22.5 '#1b1b1f'
card heart -7.5 '#c8102e'
card club 7.5 '#1b1b1f'
card diamond 22.5 '#c8102e'
