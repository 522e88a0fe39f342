package changelog

import "github.com/kubedelta/kubedelta/discovery"

// Facts are what the text of an entry states. Lists are sorted and without
// repetition; all are empty where nothing is stated.
type Facts struct {
	// Gates are feature gates: "JobBackoffLimitPerIndex".
	Gates []string `json:"gates"`
	// Flags are command line flags with their dashes: "--cloud-provider".
	Flags []string `json:"flags"`
	// Metrics by full name: "scheduler_pod_scheduling_attempts".
	Metrics []string `json:"metrics"`
	// GroupVersions as "group/version", the core group as "v1".
	GroupVersions []string `json:"groupVersions"`
	// APIKinds are kinds of API objects: "Ingress".
	APIKinds []string `json:"apiKinds"`
	// Fields are API fields as the text writes them: "spec.loadBalancerIP",
	// "managedBy".
	Fields []string `json:"fields"`
	// Graduations are the stages that the text says something reached.
	Graduations []Graduation `json:"graduations,omitempty"`
	// Deprecates and Removes: the entry does so; what is only planned, or was
	// done before, does not count.
	Deprecates bool `json:"deprecates,omitzero"`
	Removes    bool `json:"removes,omitzero"`
	// DeprecatedNames and RemovedNames are the gates, flags, metrics,
	// group-versions, kinds and fields, as the lists above have them, that the
	// text says are deprecated or removed: not all that it names.
	DeprecatedNames []string `json:"deprecatedNames,omitempty"`
	RemovedNames    []string `json:"removedNames,omitempty"`
	// RemovalPlanned is the release in which the text says something will be
	// removed; "a future release" is written as "future".
	RemovalPlanned string   `json:"removalPlanned,omitzero"`
	Renames        []Rename `json:"renames,omitempty"`
	// DefaultOn: something is on by default now. Locked: it can no longer be
	// switched off.
	DefaultOn bool `json:"defaultOn,omitzero"`
	// DefaultOnNames and DefaultOffNames are the gates that the text says are on or
	// off by default now.
	DefaultOnNames  []string `json:"defaultOnNames,omitempty"`
	DefaultOffNames []string `json:"defaultOffNames,omitempty"`
	Locked          bool     `json:"locked,omitzero"`
	// LockedNames are the gates that are locked now.
	LockedNames []string `json:"lockedNames,omitempty"`
	// Asks: the text tells whoever upgrades to do something first. It is of no
	// contract: it goes into ActionRequired of the note.
	Asks bool `json:"-"`
	// IsRevert: the text says that it takes something back.
	IsRevert bool     `json:"isRevert,omitzero"`
	KEPs     []int    `json:"keps,omitempty"`
	CVEs     []string `json:"cves,omitempty"`
	// RegressionIn is the release that brought the fault which the entry mends.
	RegressionIn string `json:"regressionIn,omitzero"`
}

// Graduation is a stage that something reached: names may be empty where the
// text names the thing in words only.
type Graduation struct {
	// Stage is alpha, beta or stable.
	Stage discovery.Stability `json:"stage"`
	// Names are the gates, or else kinds, group-versions or fields, that
	// reached it.
	Names []string `json:"names,omitempty"`
}

// Rename is a name that became another.
type Rename struct {
	From string `json:"from"`
	To   string `json:"to"`
}
