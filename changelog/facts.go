package changelog

import "github.com/kubedelta/kubedelta/discovery"

// Facts are what the text of a note states. Lists are sorted without duplicates.
type Facts struct {
	// Gates are feature gates: "JobBackoffLimitPerIndex".
	Gates []string `json:"gates"`
	// Flags are command line flags with their dashes: "--cloud-provider".
	Flags []string `json:"flags"`
	// Metrics are full names: "scheduler_pod_scheduling_attempts".
	Metrics []string `json:"metrics"`
	// GroupVersions are written "group/version", those of the core group "v1".
	GroupVersions []string `json:"groupVersions"`
	// APIKinds are kinds of API objects: "Ingress".
	APIKinds []string `json:"apiKinds"`
	// Fields are API fields as written in the text: "spec.loadBalancerIP", "managedBy".
	Fields []string `json:"fields"`
	// Graduations are the stages that were reached.
	Graduations []Graduation `json:"graduations,omitempty"`
	// Deprecates and Removes are about this release. A planned or past change does not count.
	Deprecates bool `json:"deprecates,omitzero"`
	Removes    bool `json:"removes,omitzero"`
	// RemovesBetaAPIs: beta APIs were removed that the text does not name.
	RemovesBetaAPIs bool `json:"removesBetaAPIs,omitzero"`
	// DeprecatedNames and RemovedNames are the gates, flags, metrics, group-versions, kinds and
	// fields, from the lists above, that the text says are deprecated or removed.
	DeprecatedNames []string `json:"deprecatedNames,omitempty"`
	RemovedNames    []string `json:"removedNames,omitempty"`
	// RemovalPlanned is the release in which something will be removed, or "future" for a future
	// release.
	RemovalPlanned string   `json:"removalPlanned,omitzero"`
	Renames        []Rename `json:"renames,omitempty"`
	// DefaultOn: something is now on by default. Locked: it can no longer be disabled.
	DefaultOn bool `json:"defaultOn,omitzero"`
	// DefaultOnNames and DefaultOffNames are the gates that are now on or off by default.
	DefaultOnNames  []string `json:"defaultOnNames,omitempty"`
	DefaultOffNames []string `json:"defaultOffNames,omitempty"`
	Locked          bool     `json:"locked,omitzero"`
	// LockedNames are the gates that are now locked.
	LockedNames []string `json:"lockedNames,omitempty"`
	// Asks: the text asks the person who upgrades to do something. It is not in the JSON, because
	// it sets ActionRequired of the note.
	Asks bool `json:"-"`
	// IsRevert: the note reverts another change.
	IsRevert bool     `json:"isRevert,omitzero"`
	KEPs     []int    `json:"keps,omitempty"`
	CVEs     []string `json:"cves,omitempty"`
	// RegressionIn is the release that introduced the fault that the note fixes.
	RegressionIn string `json:"regressionIn,omitzero"`
}

// Graduation is a stage that was reached. Names may be empty if the text has no identifier.
type Graduation struct {
	// Stage is alpha, beta or stable.
	Stage discovery.Stability `json:"stage"`
	// Names are the gates, or else kinds, group-versions or fields, that reached the stage.
	Names []string `json:"names,omitempty"`
}

// Rename is an old and a new name.
type Rename struct {
	From string `json:"from"`
	To   string `json:"to"`
}
