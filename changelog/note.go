package changelog

import (
	"cmp"
	"slices"
	"strings"
)

// Note is one entry of the release notes. Its JSON form is part of the report's
// contract (docs/json.md).
type Note struct {
	// PR is the pull request that the entry is known by; 0 where it names none.
	PR int `json:"pr"`
	// PRs are all pull requests of the entry, as written; PR is the first.
	PRs []int `json:"prs"`
	// Repository is "owner/name" of the pull request, where that is not
	// kubernetes/kubernetes.
	Repository string `json:"repository,omitzero"`
	// Release is the version whose notes have the entry: "v1.24.0".
	Release string `json:"release"`
	// Section is where the entry stands; Sections are all places, where one
	// entry stands in several, in the order of [SectionOrder].
	Section  Section   `json:"section"`
	Sections []Section `json:"sections"`
	// Headings are those between the section and the entry, as printed:
	// "SIG Network", "kube-apiserver:". The releases to 1.18 have them.
	Headings []string `json:"headings,omitempty"`
	// SIGs are labels without "sig/": "api-machinery". Of drafts in the order of
	// the draft, else sorted.
	SIGs      []string  `json:"sigs"`
	SIGSource SIGSource `json:"sigSource"`
	// Kinds are the kind labels of the pull request: "api-change", "deprecation".
	// Markdown does not tell them; they are empty where only markdown was read.
	Kinds []string `json:"kinds"`
	Areas []string `json:"areas"`
	// Authors are GitHub names without @.
	Authors []string `json:"authors"`
	// Text is the entry as markdown, without bullet, indent, and tail of pull
	// requests and SIGs; "" where only facts are known.
	Text string `json:"text"`
	// ActionRequired: whoever upgrades must read it.
	ActionRequired bool `json:"actionRequired"`
	// Documentation are the links that the author gave with the note.
	Documentation []Documentation `json:"documentation,omitempty"`

	// Facts are drawn from the text.
	Facts `json:",inline"`

	// Reverts is the pull request, of the same range, that the entry takes back;
	// RevertedBy the one that takes this entry back. 0 for none.
	Reverts    int `json:"reverts"`
	RevertedBy int `json:"revertedBy"`
	// NotInRelease: the entry was taken back before the release came out.
	NotInRelease bool `json:"notInRelease,omitzero"`
	// OverriddenBy are later entries of the same release that say another thing of the
	// default or the stage of a gate than this one. What they override is not in the
	// facts of this entry.
	OverriddenBy []Override `json:"overriddenBy,omitempty"`
	// AlsoIn are the patch releases of older minors that have the same change.
	AlsoIn []Backport `json:"alsoIn"`

	// Unpublished: the draft says do_not_publish, and no map overrules it. Such
	// entries serve SIGs and links; reports do not print them.
	Unpublished bool `json:"-"`
}

// Documentation is a link that the author of a note gave with it.
type Documentation struct {
	Description string `json:"description,omitzero"`
	URL         string `json:"url"`
	// Type is "KEP", "official" or "external".
	Type string `json:"type,omitzero"`
}

// Override is what a later entry of the same release says of a gate.
type Override struct {
	PR   int    `json:"pr"`
	Gate string `json:"gate"`
	// Now is "on" or "off", by default, or the stage that the gate has now.
	Now string `json:"now"`
}

// Backport is the same change in a patch release.
type Backport struct {
	Release string `json:"release"`
	// PR is the pull request there: since September 2021 that of the cherry-pick.
	PR int `json:"pr"`
}

// SIGSource tells how the SIGs of an entry were found out, best first.
type SIGSource string

// The sources of SIGs, by precedence.
const (
	// SIGFromTail: the entry itself ends in [SIG …].
	SIGFromTail SIGSource = "markdown"
	// SIGFromDraft: the machine-readable notes have the labels.
	SIGFromDraft SIGSource = "json"
	// SIGFromPrerelease: the same pull request is tagged in the notes of an
	// alpha, beta or release candidate of the same minor.
	SIGFromPrerelease SIGSource = "prerelease"
	// SIGFromHeading: the entry stands under a heading of a SIG (to 1.17).
	SIGFromHeading SIGSource = "heading"
	// SIGFromCourtesy: "Courtesy of SIG …" (1.12).
	SIGFromCourtesy SIGSource = "courtesy"
	// SIGFromLabels: the labels of the pull request, asked of GitHub.
	SIGFromLabels SIGSource = "labels"
	// SIGUnknown: nothing tells.
	SIGUnknown SIGSource = "none"
)

// BroadSIGs is from how many SIGs on an entry is about the whole project.
const BroadSIGs = 9

// Broad tells whether the entry concerns so many SIGs, or is a bump of a dependency, that a
// reader of one SIG may want to skip it.
func (n *Note) Broad() bool {
	if len(n.SIGs) >= BroadSIGs {
		return true
	}
	return slices.Contains(n.Areas, "dependency")
}

// FillLists makes the lists that the contract always has empty instead of nil.
func (n *Note) FillLists() {
	for _, list := range []*[]string{&n.SIGs, &n.Kinds, &n.Areas, &n.Authors, &n.Gates, &n.Flags, &n.Metrics, &n.GroupVersions, &n.APIKinds, &n.Fields} {
		if *list == nil {
			*list = []string{}
		}
	}
	if n.PRs == nil {
		n.PRs = []int{}
	}
	if n.Sections == nil {
		n.Sections = []Section{}
	}
	if n.AlsoIn == nil {
		n.AlsoIn = []Backport{}
	}
	n.SIGSource = cmp.Or(n.SIGSource, SIGUnknown)
}

// AsksForAction tells whether a text says "action required", and does not deny it.
func AsksForAction(text string) bool {
	const words, before = "action required", 16
	low := strings.ReplaceAll(strings.ToLower(text), "_", " ")
	for from := 0; ; {
		i := strings.Index(low[from:], words)
		if i < 0 {
			return false
		}
		i += from
		fields := strings.Fields(low[max(0, i-before):i])
		if !slices.Contains(fields, "no") && !slices.Contains(fields, "not") {
			return true
		}
		from = i + len(words)
	}
}
