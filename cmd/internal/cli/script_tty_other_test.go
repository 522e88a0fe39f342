//go:build !linux

package cli_test

import "github.com/rogpeppe/go-internal/testscript"

// runInTerminal: pseudo-terminals are made differently elsewhere.
func runInTerminal(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("tty runs on Linux only; begin the script with [!linux] skip")
}
