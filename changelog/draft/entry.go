package draft

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// entry is what the release team's tool writes for a pull request. Source: the type ReleaseNote in
// pkg/notes of kubernetes/release.
type entry struct {
	Text           string                    `json:"text"`
	Author         string                    `json:"author"`
	PRURL          string                    `json:"pr_url"`
	PRNumber       int64                     `json:"pr_number"`
	SIGs           []string                  `json:"sigs"`
	Kinds          []string                  `json:"kinds"`
	Areas          []string                  `json:"areas"`
	Documentation  []changelog.Documentation `json:"documentation"`
	ActionRequired bool                      `json:"action_required"`
	DoNotPublish   bool                      `json:"do_not_publish"`
	DuplicateKind  bool                      `json:"duplicate_kind"`
	IsMapped       bool                      `json:"is_mapped"`
	ReleaseVersion string                    `json:"release_version"`
}

func decodeEntry(value jsontext.Value) (entry, error) {
	var e entry
	if value.Kind() != '{' {
		return e, errors.New("it is not an object")
	}
	err := json.Unmarshal(value, &e, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if wrong, ok := errors.AsType[*json.SemanticError](err); ok && wrong.JSONPointer != "" {
		return e, fmt.Errorf("it cannot be read: %s has the wrong type", wrong.JSONPointer)
	}
	if err != nil {
		return e, fmt.Errorf("it cannot be read: %s", phrase.Clip(strings.TrimPrefix(err.Error(), "json: "), 200))
	}
	return e, nil
}

// reference returns the pull request. The number is preferred to the key, which is truncated once
// in 1.32.0 ("12908" for 129083).
func (e entry) reference(key string) (changelog.PullRequest, bool) {
	ref, _ := changelog.PullRequestOf(e.PRURL)
	const most = 1 << 30
	if e.PRNumber > 0 && e.PRNumber < most {
		ref.Number = int(e.PRNumber)
	} else {
		ref.Number = cmp.Or(ref.Number, changelog.ParseNumber(key))
	}
	return ref, ref.Number > 0
}

func (e entry) note(ref changelog.PullRequest, release string) changelog.Note {
	n := changelog.Note{
		PR:             ref.Number,
		PRs:            []int{ref.Number},
		Repository:     ref.Repository,
		Release:        release,
		SIGs:           labels(e.SIGs, "sig/"),
		Kinds:          labels(e.Kinds, "kind/"),
		Areas:          labels(e.Areas, "area/"),
		Authors:        authors(e.Author),
		Text:           clean(e.Text),
		ActionRequired: e.ActionRequired,
		Documentation:  links(e.Documentation),
		// A map overrides the label release-note-none.
		Unpublished: e.DoNotPublish && !e.IsMapped,
	}
	if says(n.Text) {
		n.ActionRequired = n.ActionRequired || changelog.AsksForAction(n.Text)
	} else {
		n.Text, n.Unpublished = "", true
	}
	if len(n.SIGs) > 0 {
		n.SIGSource = changelog.SIGFromDraft
	}
	n.Section = sectionOf(n.Kinds, e.DuplicateKind, e.ActionRequired)
	n.Sections = []changelog.Section{n.Section}
	n.FillLists()
	return n
}

// sectionOf returns the section in which the tool prints an entry. The tool checks for several
// kinds before action required, so an entry with several kinds is not in the urgent notes. Source:
// pkg/notes/document of kubernetes/release.
func sectionOf(kinds []string, several, urgent bool) changelog.Section {
	if urgent && !several {
		return changelog.Urgent
	}
	return changelog.SectionOf(kinds)
}

func authors(name string) []string {
	if name = strings.TrimPrefix(strings.TrimSpace(name), "@"); name == "" {
		return nil
	}
	return []string{name}
}

// labels returns names without the prefix of their label and without duplicates, in their order.
func labels(names []string, prefix string) []string {
	out, seen := make([]string, 0, len(names)), make(map[string]bool, len(names))
	for _, name := range names {
		name = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(name)), prefix)
		name = strings.Join(strings.Fields(name), "-")
		if name != "" && !seen[name] {
			out, seen[name] = append(out, name), true
		}
	}
	return out
}

// links returns the links with a URL, without duplicates.
func links(all []changelog.Documentation) (out []changelog.Documentation) {
	seen := make(map[changelog.Documentation]bool, len(all))
	for _, d := range all {
		d.URL, d.Description = strings.TrimSpace(d.URL), strings.TrimSpace(d.Description)
		if d.URL != "" && !seen[d] {
			out, seen[d] = append(out, d), true
		}
	}
	return out
}
