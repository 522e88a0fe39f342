package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/git"
	"github.com/kubedelta/kubedelta/discovery/source/project"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
)

// load is the loading of a surface.
type load struct {
	ref Reference
	env Environment
}

// Load reads the surface that a reference names. Parts that could not be read, but do not affect the
// rest, are in the surface's Incomplete. An error means that there is no surface at all. Load stops
// when ctx ends.
func Load(ctx context.Context, ref Reference, env Environment) (*discovery.Surface, error) {
	switch r := (load{ref, env}); ref.Scheme {
	case SchemeCatalog:
		return r.release(ctx)
	case SchemeGit:
		return r.committed(ctx)
	case SchemeProject:
		return r.published()
	default:
		return r.recorded(ctx)
	}
}

// release loads a release of the catalog.
func (r load) release(ctx context.Context) (*discovery.Surface, error) {
	minor, err := discovery.ParseRelease(r.ref.Value)
	if err != nil {
		return nil, err
	}
	s, err := r.env.Catalog.Load(ctx, minor)
	if missing, ok := errors.AsType[*catalog.MissingError](err); ok {
		return r.added(ctx, minor, missing)
	}
	if err != nil {
		return nil, err
	}
	s.Name = r.ref.Text
	if patch := strings.TrimPrefix(r.ref.Value, "v"); patch != minor.String() && patch != minor.String()+".0" {
		s.Provenance = "the API of " + minor.String() + ", which patches do not change"
		if strings.Contains(patch, "-") { // a pre-release, such as 1.31.0-rc.1
			s.Provenance = "the API of " + minor.String() + ".0; that of a pre-release can differ"
			s.Unstated = append(s.Unstated, discovery.Unstated{What: "the API of the pre-release", Why: "the built-in catalog has only the API of " + minor.String() + ".0"})
		}
	}
	return s, nil
}

// added loads a release from the user's catalog folder.
func (r load) added(ctx context.Context, minor discovery.Release, missing *catalog.MissingError) (*discovery.Surface, error) {
	file := filepath.Join(r.env.UserCatalog, minor.String()+".tar.zst")
	if r.env.UserCatalog != "" {
		if _, err := os.Stat(file); err == nil {
			return load{Reference{Text: r.ref.Text, Scheme: SchemeFile, Value: file}, r.env}.recorded(ctx)
		}
	}
	if _, err := os.Stat(r.ref.Text); err == nil {
		return nil, fmt.Errorf("%w\n  for the file or folder of that name, write ./%s", missing, r.ref.Text)
	}
	advice := fmt.Sprintf("\n  read it from its tag with github:v%s.0", minor)
	if r.env.UserCatalog != "" {
		advice += fmt.Sprintf(", or add it: kubedelta snapshot SOURCE -f %s", phrase.Word(file))
	}
	return nil, fmt.Errorf("%w%s", missing, advice)
}

// recorded loads documents: from a file, a server or a tag.
func (r load) recorded(ctx context.Context) (*discovery.Surface, error) {
	if r.ref.Scheme == SchemeFile && r.env.Chart != nil {
		if found, said, isChart, err := r.env.Chart(ctx, r.ref.Value); isChart {
			return r.defined(found, said, err)
		}
	}
	set, manifest, err := r.read(ctx)
	if errors.Is(err, snapshot.ErrManifests) {
		found, err := crd.ReadPath(ctx, r.ref.Value)
		return r.defined(found, "", err)
	}
	if err != nil {
		return nil, err
	}
	s, err := r.env.Surface(set, manifest)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.ref.Spoken(), err)
	}
	s.Name, s.Source = r.ref.Display(), manifest.SourceKind
	for _, gv := range manifest.Only {
		s.Only = append(s.Only, discovery.Extent{Group: gv.Group, Version: gv.Version, Resource: discovery.Wildcard})
	}
	if manifest.AllServed {
		s.Fidelity.Disabled = discovery.All
	}
	if r.ref.Scheme == SchemeGitHub {
		// The documents of the Kubernetes repository cover the groups that the catalog knows, and new ones.
		if s.Only, err = r.env.Catalog.Groups(); err != nil {
			return nil, err
		}
		for _, g := range s.Groups {
			s.Only = slice.Add(s.Only, discovery.Extent{Group: g.Name, Version: discovery.Wildcard, Resource: discovery.Wildcard})
		}
	}
	return s, r.identify(s)
}

// read is Record, except that it does not keep the bytes of a file's OpenAPI documents.
func (r load) read(ctx context.Context) (*documents.Set, snapshot.Manifest, error) {
	if r.ref.Scheme == SchemeFile {
		return snapshot.Decode(ctx, r.ref.Value, r.env.Decoder)
	}
	return Record(ctx, r.ref, r.env)
}

// fullVersion matches a version with a patch or a pre-release, at the beginning of the name of a file.
var fullVersion = lazy.Regexp(`^v?\d+\.\d+\.\d+(-(alpha|beta|rc)\.\d+)?`)

// Called is the provenance of a release that is known only from the name of a file.
const Called = "so it is called"

// identify finds the release of documents that do not state it, and adds what the catalog knows.
func (r load) identify(s *discovery.Surface) error {
	if !s.Release.Known() && s.Version == "" && s.Only == nil {
		name := strings.TrimSuffix(filepath.Base(r.ref.Value), ".json")
		if minor, ok := r.env.Catalog.Recognise(s); ok {
			s.Release, s.Version, s.Provenance = minor, minor.String(), "recognized by its resources"
		} else if minor, err := discovery.ParseRelease(name); err == nil {
			s.Release, s.Version, s.Provenance = minor, cmp.Or(fullVersion().FindString(name), minor.String()), Called
		}
	}
	return r.env.Catalog.Annotate(s)
}

// defined returns the surface of definitions, or the error of reading them. provenance is how they
// were found.
func (r load) defined(found crd.Manifests, provenance string, err error) (*discovery.Surface, error) {
	if err != nil {
		return nil, err
	}
	s, err := crd.Surface(found.Definitions, r.env.Decoder)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.ref.Spoken(), err)
	}
	s.Name, s.Provenance, s.Incomplete = r.ref.Display(), provenance, found.Incomplete()
	if len(found.Hidden) > 0 {
		s.Unstated = []discovery.Unstated{{What: "hidden files and folders", Why: "not read: " + strings.Join(found.Hidden, ", ")}}
	}
	for _, d := range found.Definitions {
		s.Only = append(s.Only, discovery.Extent{Group: d.Group, Version: discovery.Wildcard, Resource: d.Names.Plural})
	}
	return s, nil
}

// committed loads the definitions of a commit.
func (r load) committed(ctx context.Context) (*discovery.Surface, error) {
	place, err := git.ParsePlace(r.ref.Value)
	if err != nil {
		return nil, err
	}
	found, err := git.Read(ctx, r.ref.Text, place)
	if err != nil {
		return nil, err
	}
	provenance := "commit " + found.Commit[:12]
	if place.Base != "" {
		provenance += ", where " + place.Base + " branched off " + place.Revision
	}
	return r.defined(found.Manifests, provenance, nil)
}

// Nothing returns the surface of a path that a commit does not have.
func Nothing(ref Reference) *discovery.Surface {
	return &discovery.Surface{
		Name: ref.Display(), Source: discovery.SourceCRD, Schemas: map[string]*discovery.Schema{}, Fidelity: crd.Fidelity(),
		Provenance: "the commit does not have this path",
	}
}

// published loads the definitions that a project published with a release.
func (r load) published() (*discovery.Surface, error) {
	table := cmp.Or(r.env.Projects, project.New())
	of, release, err := table.Find(r.ref.Value)
	if err != nil {
		return nil, err
	}
	s, err := table.Load(of, release)
	if err != nil {
		return nil, err
	}
	s.Name = r.ref.Display()
	return s, nil
}

// Record records the documents that a reference names, without decoding them.
func Record(ctx context.Context, ref Reference, env Environment) (*documents.Set, snapshot.Manifest, error) {
	if ref.Scheme == SchemeFile {
		return snapshot.Read(ctx, ref.Value)
	}
	record := env.Recorders[ref.Scheme]
	if record == nil {
		return nil, snapshot.Manifest{}, fmt.Errorf("%s contains no documents that can be recorded; specify a cluster, a folder of documents, or a tag such as github:v1.36.0", ref.Display())
	}
	return record(ctx, ref)
}

// Spoken returns the name of the source for a sentence.
func (r Reference) Spoken() string {
	if r.Scheme == SchemeContext && r.Value == "" {
		return "the current context"
	}
	return r.Display()
}

// Display returns the reference without the user info of a URL.
func (r Reference) Display() string {
	if r.Scheme != SchemeServer {
		return r.Text
	}
	u, err := url.Parse(r.Value)
	if err != nil {
		return "https"
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}
