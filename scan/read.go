package scan

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/scan/finding"
)

// Read is what a scan read, as it is shown in findings.
type Read struct {
	// Files are files, charts and clusters. Kustomizations are folders.
	Files, Kustomizations map[string]bool
}

func (r *Read) add(other Read) {
	if r.Files == nil {
		r.Files, r.Kustomizations = map[string]bool{}, map[string]bool{}
	}
	maps.Copy(r.Files, other.Files)
	maps.Copy(r.Kustomizations, other.Kustomizations)
}

// Has reports whether the place of a finding of an earlier scan was read, or no longer exists.
func (r *Read) Has(f *finding.Finding) bool {
	if k := f.Origin.Kustomization; k != "" && !r.Kustomizations[k] && exists(k) {
		return false
	}
	// The name of a file in a Helm release begins with the cluster.
	if cluster, _, is := strings.Cut(f.File, ": "); is && r.Files[cluster] {
		return true
	}
	for at := f.File; ; at = path.Dir(at) {
		if r.Files[at] {
			return true
		}
		if path.Dir(at) == at || path.Base(at) == ".." { // the working directory is not above ../a
			return !exists(f.File)
		}
	}
}

// exists reports whether something with the shown name exists, or may exist: standard input and
// clusters have no file, and a file in an archive cannot be looked up.
func exists(shown string) bool {
	if shown == "-" || strings.HasPrefix(shown, "context:") {
		return true
	}
	_, err := os.Lstat(filepath.FromSlash(shown))
	return !os.IsNotExist(err)
}
