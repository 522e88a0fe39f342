package envelope

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// APIVersion names the contract. Fields are added, never changed; what would break
// readers gets a new version.
const APIVersion = "kubedelta.dev/v1"

// Envelope is what every report begins with.
type Envelope struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Tool       Tool   `json:"tool"`
	// Gate is what fails the run; nil in reports of versions that did not tell.
	Gate *Gate `json:"gate,omitempty"`
	// Data is what the report was checked against.
	Data Data `json:"data,omitzero"`
}

// New is the envelope of a report that this program makes.
func New(kind string, tool Tool) Envelope {
	return Envelope{APIVersion: APIVersion, Kind: kind, Tool: tool}
}

// Tool names the program that made the report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

func (t Tool) String() string { return strings.TrimSpace(t.Name + " " + t.Version) }

// Data is what kubedelta knew when it made the report.
type Data struct {
	// Newest is the newest release that kubedelta has facts of.
	Newest discovery.Release `json:"newest"`
	// Set is the version of the data set that was used in the place of the built-in one;
	// "" for the built-in one.
	Set string `json:"dataSet,omitempty"`
	// Date is the day of the ends of life and newest patches, "2026-08-22"; "" where
	// they are not used or not known.
	Date string `json:"date,omitempty"`
}
