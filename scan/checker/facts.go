package checker

import (
	_ "embed"
	"sync"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

//go:embed data/facts.json
var factData []byte

// table are facts that no API document has, each with its source.
type table struct {
	Words   []fact
	Values  []valueFact
	Volumes []volumePlugin
	// NotResources are kinds by their group; "*" is for groups that are not listed.
	NotResources []struct {
		Group, Source string
		Kinds         []string
	}
	// Advice has the steps for a kind without a replacement, for a kind and another that replaces it,
	// and for a deprecated field.
	Advice map[string][]string
	// ChartValues are the paths at which objects of a kind have values of Helm charts.
	ChartValues []struct {
		Group, Kind string
		Paths       []string
	}
	// AppliesTexts are the groups, with those that end in one of them, whose controllers apply the
	// manifests in texts of their objects, or patch with them.
	AppliesTexts []string
	// Renamed are kinds that have another name or group now, where no lifecycle tag of k8s.io/api has
	// it.
	Renamed []struct{ Group, Kind, ToGroup, ToKind, Source string }
	// Fields were removed before the first release whose fields are known.
	Fields []struct {
		FieldLifecycle
		Source string
	}
}

//nolint:gochecknoglobals // a constant, which is read when it is first used
var facts = sync.OnceValue(func() *table {
	t := &table{}
	if err := json.Unmarshal(factData, t, json.MatchCaseInsensitiveNames(true), json.RejectUnknownMembers(true)); err != nil {
		panic(err) // the file is built in
	}
	for p := range slice.Each(t.Volumes) {
		if p.Provisioner != "" {
			t.Values = append(t.Values, p.provisioner())
		}
	}
	return t
})
