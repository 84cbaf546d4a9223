module scrim

go 1.19
