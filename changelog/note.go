package changelog

import (
	"cmp"
	"slices"
	"strings"
)

// Note is one entry of the release notes. Its JSON form is part of the report's contract
// (docs/json.md).
type Note struct {
	// PR is the first pull request of the note, or 0.
	PR int `json:"pr"`
	// PRs are all pull requests of the note, in the order of the text.
	PRs []int `json:"prs"`
	// Repository is "owner/name" of the pull request, or "" for kubernetes/kubernetes.
	Repository string `json:"repository,omitzero"`
	// Release is the version whose notes have it: "v1.24.0".
	Release string `json:"release"`
	// Section is the first of Sections. Sections are all sections that have the note, in the order
	// of [SectionOrder].
	Section  Section   `json:"section"`
	Sections []Section `json:"sections"`
	// Headings are those between the section and the note, as printed: "SIG Network",
	// "kube-apiserver:". Releases up to 1.18 have them.
	Headings []string `json:"headings,omitempty"`
	// SIGs are labels without "sig/": "api-machinery". They are in the order of the draft, or else
	// sorted.
	SIGs      []string  `json:"sigs"`
	SIGSource SIGSource `json:"sigSource"`
	// Kinds are the kind labels of the pull request: "api-change", "deprecation". They are empty if
	// only markdown was read, which does not have them.
	Kinds []string `json:"kinds"`
	Areas []string `json:"areas"`
	// Authors are GitHub names without @.
	Authors []string `json:"authors"`
	// Text is markdown, without the bullet, the indent, and the tail of pull requests and SIGs. It
	// is "" if only facts are known.
	Text string `json:"text"`
	// ActionRequired: it must be read before an upgrade.
	ActionRequired bool `json:"actionRequired"`
	// Documentation is the links that the author gave with the note.
	Documentation []Documentation `json:"documentation,omitempty"`

	// Facts are read from the text.
	Facts `json:",inline"`

	// Reverts is the pull request in the same range that the note reverts. RevertedBy is the one
	// that reverts this note. 0 is none.
	Reverts    int `json:"reverts"`
	RevertedBy int `json:"revertedBy"`
	// NotInRelease: the change was reverted before the release.
	NotInRelease bool `json:"notInRelease,omitzero"`
	// OverriddenBy are later notes of the same release with another value for the default or the
	// stage of a gate. The overridden values are not in the facts of this note.
	OverriddenBy []Override `json:"overriddenBy,omitempty"`
	// AlsoIn are the patch releases of older minors with the same change.
	AlsoIn []Backport `json:"alsoIn"`

	// Unpublished: the draft has do_not_publish, and no map overrides it. Such notes are used for
	// SIGs and links, and are not printed.
	Unpublished bool `json:"-"`
}

// Documentation is a link that the author of a note gave with it.
type Documentation struct {
	Description string `json:"description,omitzero"`
	URL         string `json:"url"`
	// Type is "KEP", "official" or "external".
	Type string `json:"type,omitzero"`
}

// Override is the value of a gate in a later note of the same release.
type Override struct {
	PR   int    `json:"pr"`
	Gate string `json:"gate"`
	// Now is "on" or "off" for the default, or the stage.
	Now string `json:"now"`
}

// Backport is the same change in a patch release.
type Backport struct {
	Release string `json:"release"`
	// PR is the pull request in the patch release. Since September 2021 it is that of the
	// cherry-pick.
	PR int `json:"pr"`
}

// SIGSource is where the SIGs of a note come from.
type SIGSource string

// The sources of SIGs, by precedence.
const (
	// SIGFromTail: the note ends with [SIG …].
	SIGFromTail SIGSource = "markdown"
	// SIGFromDraft: the machine-readable notes have the labels.
	SIGFromDraft SIGSource = "json"
	// SIGFromPrerelease: the notes of a pre-release of the same minor have SIGs for the pull
	// request.
	SIGFromPrerelease SIGSource = "prerelease"
	// SIGFromHeading: the note is below the heading of a SIG (up to 1.17).
	SIGFromHeading SIGSource = "heading"
	// SIGFromCourtesy: "Courtesy of SIG …" (1.12).
	SIGFromCourtesy SIGSource = "courtesy"
	// SIGFromLabels: the labels of the pull request on GitHub.
	SIGFromLabels SIGSource = "labels"
	// SIGUnknown: no source has SIGs.
	SIGUnknown SIGSource = "none"
)

// BroadSIGs is the number of SIGs from which a note is about the whole project.
const BroadSIGs = 9

// Broad reports whether the note concerns so many SIGs, or is a dependency update, that a reader of
// one SIG may skip it.
func (n *Note) Broad() bool {
	return len(n.SIGs) >= BroadSIGs || slices.Contains(n.Areas, "dependency")
}

// FillLists replaces nil with empty lists, for the lists that the JSON contract always has.
func (n *Note) FillLists() {
	fill(&n.SIGs, &n.Kinds, &n.Areas, &n.Authors, &n.Gates, &n.Flags, &n.Metrics, &n.GroupVersions, &n.APIKinds, &n.Fields)
	fill(&n.PRs)
	fill(&n.Sections)
	fill(&n.AlsoIn)
	n.SIGSource = cmp.Or(n.SIGSource, SIGUnknown)
}

func fill[T any](lists ...*[]T) {
	for _, list := range lists {
		if *list == nil {
			*list = []T{}
		}
	}
}

// AsksForAction reports whether a text contains "action required" without a negation.
func AsksForAction(text string) bool {
	const words, before = "action required", 16
	parts := strings.Split(strings.ReplaceAll(strings.ToLower(text), "_", " "), words)
	return slices.ContainsFunc(parts[:len(parts)-1], func(part string) bool {
		fields := strings.Fields(part[max(0, len(part)-before):])
		return !slices.Contains(fields, "no") && !slices.Contains(fields, "not")
	})
}
