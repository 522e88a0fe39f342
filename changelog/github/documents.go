package github

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
)

// document is a resource on GitHub.
type document struct {
	repository string
	// name is for messages: the path of a file, or "pull request #1".
	name string
	// path is the API path below the base URL.
	path   string
	accept string
	// fresh is how long a cached response is used without a request.
	fresh time.Duration
	// check returns an error if a response cannot be this document, and otherwise the part to
	// cache.
	check func([]byte) ([]byte, error)
}

// String returns the name for an error message.
func (d document) String() string { return d.name + " of " + d.repository }

// mediaRaw is the media type of the raw bytes. Without it, the contents API does not return the
// content of files above one megabyte.
const mediaRaw = "application/vnd.github.raw+json"

func (s *Source) file(repository, path string, check func([]byte) ([]byte, error)) document {
	return document{
		repository: repository, name: path, path: "repos/" + repository + "/contents/" + path,
		accept: mediaRaw, fresh: s.o.Fresh, check: check,
	}
}

// Changelog returns the changelog of a minor release on the default branch. It has the notes of the
// release, its patch releases and its pre-releases.
func (s *Source) Changelog(ctx context.Context, minor discovery.Release) ([]byte, error) {
	return s.read(ctx, s.file("kubernetes/kubernetes", fmt.Sprintf("CHANGELOG/CHANGELOG-%s.md", minor), isMarkdown))
}

// Draft returns the machine-readable notes of a version. Those of patch releases before 1.18 also
// contain the notes of the next minor release. Their labels are right, but they do not belong to
// the patch release.
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

// drafts lists the possible locations of the notes of a version, the best first. It leaves out
// locations that never had them. The release team's repository has final releases from 1.20 on, in
// another folder after 1.20. The repository of the web page has everything from 1.14 to 1.22 and
// the pre-releases up to 1.30, but no patch releases after January 2022.
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
