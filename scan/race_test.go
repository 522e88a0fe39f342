//go:build race

package scan_test

// raced: the race detector is on, so time and memory mean nothing.
const raced = true
