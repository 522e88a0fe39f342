package schedule

import (
	"cmp"
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

// Name returns the name of the supporter.
func (b By) Name() string {
	names := map[By]string{EKS: "Amazon EKS", AKS: "Azure Kubernetes Service", GKE: "Google Kubernetes Engine"}
	return cmp.Or(names[b], "Kubernetes")
}

// OfVersion returns the provider from the suffix of gitVersion. AKS adds no suffix.
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

// Support is how long a release is supported.
type Support struct {
	By       By
	Released time.Time
	// End is the end of standard support, Extended that of paid support; zero if unknown.
	End, Extended time.Time
	// Latest is the newest patch, "1.36.4"; "" if unknown.
	Latest string
}

// Of returns the support of a release.
func Of(by By, r discovery.Release) (Support, bool) {
	s, known := read().support[key{by, r}]
	return s, known
}

// AsOf returns the day on which the table was generated.
func AsOf() time.Time { return read().asOf }

// After reports whether a release is newer than those in the table.
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

// read parses the table once.
var read = sync.OnceValue(func() (k known) { //nolint:gochecknoglobals // a constant that is parsed
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

// day parses a date; it returns the zero time for any other text.
func day(s string) time.Time {
	t, _ := time.Parse(time.DateOnly, s)
	return t
}
