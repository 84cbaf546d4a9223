// Frame
