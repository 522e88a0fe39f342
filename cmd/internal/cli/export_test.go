package cli

import "time"

// RunHastily is Run for tests of what is stuck: they need not wait for the time of
// grace.
func RunHastily() int { return run(time.Millisecond) }

// RunPatiently is Run for tests of what ends a command: it waits an hour for it to
// end by itself, so that no time of grace does.
func RunPatiently() int { return run(time.Hour) }
