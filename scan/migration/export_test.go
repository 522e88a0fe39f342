package migration

// Moves has all moves.
var Moves = moves //nolint:gochecknoglobals // a constant
