package schedule

import (
	_ "embed"
	"strings"
	"sync"
	"time"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
)

//go:embed table.tsv
var table string

// By is who supports a release.
type By string

// Who supports releases.
const (
	Kubernetes By = "kubernetes"
	EKS        By = "eks"
	AKS        By = "aks"
	GKE        By = "gke"
)

// Name is what they are called.
func (b By) Name() string {
	switch b {
	case EKS:
		return "Amazon EKS"
	case AKS:
		return "Azure Kubernetes Service"
	case GKE:
		return "Google Kubernetes Engine"
	default:
		return "Kubernetes"
	}
}

// OfVersion tells the provider by what it appends to gitVersion. AKS appends
// nothing.
func OfVersion(version string) By {
	switch {
	case strings.Contains(version, "-eks-"):
		return EKS
	case strings.Contains(version, "-gke."):
		return GKE
	default:
		return Kubernetes
	}
}

// Support is for how long a release is supported.
type Support struct {
	By       By
	Released time.Time
	// End is that of standard support, Extended that of support that is paid for; the
	// zero time where it is not known.
	End, Extended time.Time
	// Latest is the newest patch, "1.36.4"; "" where none is known.
	Latest string
}

// Of is the support of a release.
func Of(by By, r discovery.Release) (Support, bool) {
	s, known := read().support[key{by, r}]
	return s, known
}

// AsOf is the day on which the table was drawn.
func AsOf() time.Time { return read().asOf }

// After reports whether a release came out after the table was drawn.
func After(r discovery.Release) bool { return r.Compare(read().newest) > 0 }

type key struct {
	by By
	r  discovery.Release
}

type known struct {
	asOf    time.Time
	newest  discovery.Release
	support map[key]Support
}

// read reads the table, once.
var read = sync.OnceValue(func() (k known) { //nolint:gochecknoglobals // a constant that is read
	k.support = map[key]Support{}
	for line := range strings.Lines(dataset.Text("preflight/schedule/table.tsv", table)) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		switch {
		case f[0] == "asOf" && len(f) == 2:
			k.asOf = day(f[1])
		case len(f) == 6:
			r, err := discovery.ParseRelease(f[1])
			if err != nil {
				continue
			}
			by := By(f[0])
			k.support[key{by, r}] = Support{By: by, Released: day(f[2]), End: day(f[3]), Extended: day(f[4]), Latest: f[5]}
			if by == Kubernetes && r.Compare(k.newest) > 0 {
				k.newest = r
			}
		}
	}
	return k
})

// day reads a date; the zero time for none.
func day(s string) time.Time {
	t, _ := time.Parse(time.DateOnly, s)
	return t
}
