package cli

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

// version is the program's version: a release's tag, or "(devel)".
func version() string {
	if releaseVersion != "" {
		return releaseVersion
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// commit is the commit that the program was built from, where that is known.
func commit() string {
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

// releases are the first and the last release that a table has.
type releases struct {
	From string `json:"from"`
	To   string `json:"to"`
}

func (r releases) said() string { return r.From + " to " + r.To }

func tool() envelope.Tool { return envelope.Tool{Name: "kubedelta", Version: version()} }
