// Package buildinfo has the version and the commit of this program, as the build recorded them.
package buildinfo

import (
	"runtime/debug"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// Release builds set these with -ldflags -X. They are made without version control stamps, so that
// the same source gives the same binary with and without a .git folder. Other builds use the build
// information of the Go toolchain.
//
//nolint:gochecknoglobals // the linker sets variables only
var (
	releaseVersion string
	releaseCommit  string
)

// Version returns the version of the program: the tag of a release, or "(devel)".
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

// Commit returns the commit that the program was built from, or "" if it is not known.
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

// Releases are the first and the last release of a table.
type Releases struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// ReleasesOf returns the first and the last one of a list.
func ReleasesOf(all []discovery.Release) (r Releases) {
	if len(all) > 0 {
		r = Releases{From: all[0].String(), To: all[len(all)-1].String()}
	}
	return r
}

// String returns the range: "1.14 to 1.37".
func (r Releases) String() string { return r.From + " to " + r.To }

// Tool is the program as reports name it.
func Tool() envelope.Tool { return envelope.Tool{Name: "kubedelta", Version: Version()} }
