// Package buildinfo has the version and the commit of this program. It only reads what the
// build recorded.
package buildinfo

import (
	"runtime/debug"

	"github.com/kubedelta/kubedelta/report/envelope"
)

// A release's build sets these with -ldflags -X: it is made without the stamps of
// version control, so that the same source gives the same bytes with and without
// a .git folder. Without them the build information tells.
//
//nolint:gochecknoglobals // the linker sets variables only
var (
	releaseVersion string
	releaseCommit  string
)

// Version is the program's version: a release's tag, or "(devel)".
func Version() string {
	if releaseVersion != "" {
		return releaseVersion
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// Commit is the commit that the program was built from, where that is known.
func Commit() string {
	if releaseCommit != "" {
		return releaseCommit
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}

// Releases are the first and the last release that a table has.
type Releases struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// String is the range in words.
func (r Releases) String() string { return r.From + " to " + r.To }

// Tool is what reports name as the program that wrote them.
func Tool() envelope.Tool { return envelope.Tool{Name: "kubedelta", Version: Version()} }
