package fact

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// knownGates are the feature gates that the notes of all releases name, one per line. cmd/catalog
// generates the file.
//
//go:generate go run ../../cmd/catalog -C ../.. facts
//go:embed gates.txt
var knownGates string

// Dictionary is a compiled vocabulary. It is safe for concurrent use.
type Dictionary struct {
	// gates are known by name alone. kinds maps singulars and plurals to the kind.
	gates set
	kinds map[string]string
	table gate.Table
	// spoken maps the first word of a gate's name in plain words to the gates: "dra" has
	// DRADeviceTaints.
	spoken map[string][]spokenGate
	// fields has lower-case keys, because notes write LoadBalancerIP for loadBalancerIP.
	fields map[string]string
	// groups maps short and full names to full names: "networking" to networking.k8s.io.
	groups map[string]string
	// metrics are the declared metrics. A full name maps to true. The shortened forms that texts
	// use map to false.
	metrics  map[string]bool
	declared Metrics
}

// Compile compiles a vocabulary. Every dictionary includes the built-in gates, so that an empty
// vocabulary still finds gates, flags and metrics. The built-in gates are those in the source code
// of each release, and those in the notes of releases that are older than the source table.
func Compile(v Vocabulary) *Dictionary {
	d := compile(v, strings.Fields(knownGates))
	if table, err := gate.Known(); err == nil { // a test of package gate checks that it can be read
		d.table = table
		for _, set := range table.Gates {
			for name := range set {
				d.gates.add(name)
				d.addSpoken(name)
			}
		}
	}
	return d
}

func compile(v Vocabulary, gates []string) *Dictionary {
	d := &Dictionary{
		spoken: map[string][]spokenGate{}, gates: set{}, kinds: map[string]string{}, fields: map[string]string{},
		groups:  map[string]string{"": "", "core": "", "apps": "apps", "autoscaling": "autoscaling", "batch": "batch", "extensions": "extensions", "policy": "policy"},
		metrics: map[string]bool{}, declared: v.Metrics,
	}
	for name := range v.Metrics.First {
		d.addMetric(name)
	}
	for _, list := range [][]string{gates, v.Gates} {
		for _, gate := range list {
			d.gates.add(gate)
		}
	}
	for _, kind := range v.Kinds {
		d.addKind(kind)
	}
	for _, field := range v.Fields {
		d.fields[strings.ToLower(field)] = field
	}
	for _, gv := range v.GroupVersions {
		if group, _, ok := strings.Cut(gv, "/"); ok {
			d.addGroup(group)
		}
	}
	return d
}

// addKind adds a kind with its plural. Kinds that every API has are left out.
func (d *Dictionary) addKind(kind string) {
	switch kind {
	case "", "Status", "Table", "WatchEvent", "APIResourceList", "APIGroup", "APIVersions", "DeleteOptions", "Scale":
		return
	}
	d.kinds[kind] = kind
	plural := kind + "s"
	switch {
	case strings.HasSuffix(kind, "s"):
		plural = kind + "es"
	case strings.HasSuffix(kind, "y") && !strings.HasSuffix(kind, "ay"):
		plural = strings.TrimSuffix(kind, "y") + "ies"
	}
	if _, taken := d.kinds[plural]; !taken {
		d.kinds[plural] = kind
	}
}

func (d *Dictionary) addGroup(group string) {
	d.groups[group] = group
	if !strings.HasSuffix(group, ".k8s.io") {
		return
	}
	short, _, _ := strings.Cut(group, ".")
	if other, taken := d.groups[short]; taken && len(other) <= len(group) {
		return // the shortest name wins: events.k8s.io, not events.of.something.k8s.io
	}
	d.groups[short] = group
}

// Of reads the facts of a note's text. release is the release of the note, or the zero value if
// unknown. KEPs and CVEs are also read from the links in the documentation.
func (d *Dictionary) Of(release discovery.Release, text string, documentation []changelog.Documentation) changelog.Facts {
	r := d.read(release, text)
	keps, cves := referencesOf(text, documentation)
	flags, metrics, groupVersions, kinds, fields := r.flags(), r.metricsAt, r.groupVersions(), r.kinds(), r.fields()
	facts := changelog.Facts{
		Gates:         r.gates.names(),
		Flags:         flags.names(),
		Metrics:       metrics.names(),
		GroupVersions: groupVersions.names(),
		APIKinds:      kinds.names(),
		Fields:        fields.names(),
		KEPs:          keps,
		CVEs:          cves,
	}
	facts.Graduations = r.graduations()
	facts.Deprecates = r.says("deprecat") && r.states(r.deprecationAt)
	facts.Removes = r.removes()
	facts.RemovesBetaAPIs = r.removesBetaAPIs(&facts)
	facts.RemovalPlanned = r.removalPlanned()
	facts.Renames = r.renames()
	switchings := r.switchings()
	facts.DefaultOn = slices.ContainsFunc(switchings, func(s switching) bool { return s.on })
	facts.DefaultOnNames, facts.DefaultOffNames = r.switchedGates(switchings)
	facts.Locked = r.says("lock", "unconditional", "no longer be", "cannot be", "not allow", "can not be", "can't be") && r.states(r.lockAt)
	facts.Asks = r.asks()
	facts.IsRevert = r.isRevert()
	facts.RegressionIn = r.regressionIn()
	if !facts.Deprecates && !facts.Removes && !facts.Locked {
		return facts
	}
	r.index = all(map[sortOf]found{aGate: r.gates, aCommandFlag: flags, aMetric: metrics, aGroupVersion: append(groupVersions, r.ownVersions()...), aKind: kinds, aField: fields})
	r.index = r.index.everywhere(r.sentences)
	if facts.Deprecates {
		facts.DeprecatedNames = r.ofStatements(anything, r.deprecationAt).names()
	}
	if facts.Removes {
		facts.RemovedNames = r.removedNames()
		facts.Renames = sorted(append(facts.Renames, r.successors()...))
	}
	if facts.Locked {
		facts.LockedNames = slice.Filter(r.lockedNames(), func(name string) bool { return !has(facts.RemovedNames, name) })
	}
	return facts
}

// reading is the state while one text is read.
type reading struct {
	*Dictionary
	// release is that of the notes, or the zero value if unknown.
	release discovery.Release
	text    string
	// low is the text in lower case. It is used to skip rules quickly.
	low       string
	sentences []sentence
	// gates are found first, because other rules use them.
	gates     found
	gateNames set
	// metricsAt and metricNames are the metrics.
	metricsAt   found
	metricNames set
	// removal caches the result of removes.
	removal *bool
	// index has all names, for a text with statements about them.
	index found
}

func (d *Dictionary) read(release discovery.Release, text string) *reading {
	text = Prepare(text)
	r := &reading{Dictionary: d, release: release, text: text, low: strings.ToLower(text), sentences: sentences(text)}
	r.gates = r.findGates()
	r.gateNames = r.gates.set()
	r.metricsAt = r.metrics()
	r.metricNames = r.metricsAt.set()
	return r
}

func (r *reading) says(texts ...string) bool {
	return slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(r.low, s) })
}
