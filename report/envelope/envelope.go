package envelope

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// APIVersion is the version of the contract. Fields are added but never changed; an incompatible
// change needs a new version.
const APIVersion = "kubedelta.dev/v1"

// Envelope is the beginning of every report.
type Envelope struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Tool       Tool   `json:"tool"`
	// Gate is what fails the run; nil in reports of older versions.
	Gate *Gate `json:"gate,omitempty"`
	// Data is the data that the report was made with.
	Data Data `json:"data,omitzero"`
}

// New returns the envelope of a new report.
func New(kind string, tool Tool) Envelope {
	return Envelope{APIVersion: APIVersion, Kind: kind, Tool: tool}
}

// Tool is the program that made the report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

func (t Tool) String() string { return strings.TrimSpace(t.Name + " " + t.Version) }

// Data is the data of kubedelta.
type Data struct {
	// Newest is the newest release with data.
	Newest discovery.Release `json:"newest"`
	// Set is the version of the data set that replaced the built-in one; "" for the built-in one.
	Set string `json:"dataSet,omitempty"`
	// Date is the date of the end-of-life dates and newest patch releases, "2026-08-22"; "" if they
	// are not used or it is unknown.
	Date string `json:"date,omitempty"`
}
