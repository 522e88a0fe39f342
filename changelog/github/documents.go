package github

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
)

// document is something that GitHub has an answer for.
type document struct {
	repository string
	// name is what people call it: the path of a file, "pull request #1".
	name string
	// path is that of the API, below the base.
	path   string
	accept string
	// fresh is for how long an answer is believed without asking.
	fresh time.Duration
	// check refuses an answer that cannot be this document, and cuts it to what
	// is worth keeping.
	check func([]byte) ([]byte, error)
}

// String names it for an error.
func (d document) String() string { return d.name + " of " + d.repository }

// The media type of the bytes themselves: without it the contents API gives no
// content of files above one megabyte.
const mediaRaw = "application/vnd.github.raw+json"

func (s *Source) file(repository, path string, check func([]byte) ([]byte, error)) document {
	return document{
		repository: repository, name: path, path: "repos/" + repository + "/contents/" + path,
		accept: mediaRaw, fresh: s.fresh, check: check,
	}
}

// Changelog reads the changelog of a minor release, as it is on the default
// branch: the notes of all its patch releases, of the release, and of the alphas,
// betas and candidates before it.
func (s *Source) Changelog(ctx context.Context, minor discovery.Release) ([]byte, error) {
	return s.read(ctx, s.file("kubernetes/kubernetes", fmt.Sprintf("CHANGELOG/CHANGELOG-%s.md", minor), isMarkdown))
}

// Draft reads the machine-readable notes of a version. Those of patch releases
// before 1.18 hold the notes of the next minor release too: their labels are
// right, that they belong to the patch release is not.
func (s *Source) Draft(ctx context.Context, version changelog.Version) ([]byte, error) {
	missing := s.notFound(s.file("kubernetes/sig-release", "machine-readable release notes of "+version.String(), isObject))
	for _, place := range s.drafts(version) {
		data, err := s.read(ctx, place)
		if _, ok := errors.AsType[*NotFoundError](err); !ok {
			return data, err
		}
		missing = err
	}
	return nil, missing
}

// drafts lists where the notes of a version may stand, the best place first. A
// place that never had any is not worth a request: the release team's repository
// has finals from 1.20 on, where they moved down a folder after the first; the
// repository behind the web page has everything from 1.14 to 1.22 and what came
// before the finals up to 1.30, but no patch releases after January 2022.
func (s *Source) drafts(v changelog.Version) (places []document) {
	if v.Major != 1 {
		return nil
	}
	if v.Final() && v.Patch == 0 && v.Minor >= 20 {
		folder := fmt.Sprintf("releases/release-%s/", v.Release)
		if v.Minor == 20 {
			places = append(places, s.file("kubernetes/sig-release", folder+"release-notes-draft.json", isObject))
		}
		places = append(places, s.file("kubernetes/sig-release", folder+"release-notes/release-notes-draft.json", isObject))
	}
	last := 30
	switch {
	case v.Patch > 0:
		last = 23
	case v.Final():
		last = 28
	}
	if v.Minor >= 14 && v.Minor <= last {
		name := fmt.Sprintf("src/assets/release-notes-%s.json", v.String()[1:])
		places = append(places, s.file("kubernetes-sigs/release-notes", name, isObject))
	}
	return places
}
