package cli

import "time"

// today is the date that waivers end by: the only look at the clock, and nothing
// of it gets into a report's body.
func today() string { return time.Now().UTC().Format(time.DateOnly) } //nolint:forbidigo // see above

// now is when a cluster is read, for certificates and for how long a server has
// been up. It is not printed.
func now() time.Time { return time.Now() } //nolint:forbidigo // see above
