package files

import (
	"path"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/lazy"
)

var (
	changelogName = lazy.Regexp(`(?i)^changelog-v?(\d+\.\d+)\.(?:md|markdown)$`)
	// versionName is a version, optionally with a word for release notes.
	versionName = lazy.Regexp(`(?i)^(?:(?:kubernetes-)?(?:release-notes|relnotes|notes|changelog)-)?v?(\d+\.\d+\.\d+(?:-(?:alpha|beta|rc)\.\d+)?|\d+\.\d+)(?:-(?:release-notes|notes))?\.(md|markdown|json)$`)
	// plainName is a word for release notes. The folder has the release.
	plainName = lazy.Regexp(`(?i)^(?:release-notes-draft|release-notes|notes|changelog)\.(md|markdown|json)$`)
	mapName   = lazy.Regexp(`(?i)^pr-\d+-map\.ya?ml$`)
	yamlName  = lazy.Regexp(`(?i)\.ya?ml$`)
	// releaseFolder is a folder of sig-release, or a version.
	releaseFolder = lazy.Regexp(`(?i)^(?:release-)?v?(\d+\.\d+(?:\.\d+(?:-(?:alpha|beta|rc)\.\d+)?)?)$`)
	// releaseHeading is the heading of a release in a changelog.
	releaseHeading = lazy.Regexp(`(?m)^\x{FEFF}?#[ \t]+v?(\d+\.\d+)\.\d+(?:-(?:alpha|beta|rc)\.\d+)?[ \t]*\r?$`)
	// draftStart is the beginning of machine-readable notes: an object with one member per pull
	// request. Other JSON files may also be named after a version.
	draftStart = lazy.Regexp(`^\x{FEFF}?\s*\{\s*"\d+"\s*:`)
	// emptyObject is a file without notes.
	emptyObject   = lazy.Regexp(`^\x{FEFF}?\s*\{\s*\}\s*$`)
	editorSession = lazy.Regexp(`(?i)^maps-\d+\.json$`)
)

// kind is what the name of a file says.
type kind struct {
	form    Form
	release string
	// look: the content decides. A changelog may be named 1.24.md, and any JSON file 1.24.json.
	look   bool
	reason string
}

// recognise returns the kind of a file by its path, with slashes. The nearest folder is last.
func recognise(name string) kind {
	base, folder := path.Base(name), path.Dir(name)
	if m := changelogName().FindStringSubmatch(base); m != nil {
		return kind{form: Changelog, release: m[1]}
	}
	if m := versionName().FindStringSubmatch(base); m != nil {
		return ofVersion(m[1], m[2])
	}
	if m := plainName().FindStringSubmatch(base); m != nil {
		release := releaseAbove(folder)
		if strings.EqualFold(m[1], "json") && release == "" {
			return kind{reason: "neither its name nor its folder contains a release; use a name like 1.24.0.json"}
		}
		return ofVersion(release, m[1])
	}
	if mapName().MatchString(base) || yamlName().MatchString(base) && strings.EqualFold(path.Base(folder), "maps") {
		return kind{form: Map, release: releaseAbove(folder)}
	}
	return unknown(base)
}

func ofVersion(version, extension string) kind {
	k := kind{form: Body, look: true}
	if strings.EqualFold(extension, "json") {
		k.form = Draft
	}
	if v, err := changelog.ParseVersion(strings.ToLower(version)); err == nil {
		k.release = v.String()
	} else if version != "" {
		return kind{reason: version + " is not a version of Kubernetes"}
	}
	return k
}

func unknown(base string) kind {
	switch extension := strings.ToLower(path.Ext(base)); {
	case strings.HasPrefix(base, "."):
		return kind{reason: "it is hidden"}
	case editorSession().MatchString(base):
		return kind{reason: "it is a session of the release team's editor, not notes"}
	case extension == ".md" || extension == ".markdown":
		return kind{look: true, reason: "neither its name nor a heading contains a release; use a name like 1.24.0.md"}
	case extension == ".json":
		return kind{reason: "its name contains no release; use a name like 1.24.0.json"}
	case extension == ".yaml" || extension == ".yml":
		return kind{reason: "it is not a map of release notes, which has a name like pr-108445-map.yaml"}
	default:
		return kind{reason: "release notes are .md, .json, or .yaml for maps"}
	}
}

// releaseAbove returns the release that the nearest folder names, or "".
func releaseAbove(folder string) string {
	for folder != "." && folder != "/" && folder != "" {
		if m := releaseFolder().FindStringSubmatch(path.Base(folder)); m != nil {
			if v, err := changelog.ParseVersion(strings.ToLower(m[1])); err == nil {
				return v.String()
			}
		}
		folder = path.Dir(folder)
	}
	return ""
}

// settle examines the content if the name is not enough.
func (k kind) settle(data []byte) kind {
	if !k.look {
		return k
	}
	if k.form == Draft {
		if emptyObject().Match(data) {
			return kind{reason: "it is an object without entries"}
		}
		if !draftStart().Match(data) {
			return kind{reason: "it is not the JSON of release notes, which is an object with a member for each pull request"}
		}
		return k
	}
	if found := releaseHeading().FindSubmatch(data); found != nil {
		return kind{form: Changelog, release: string(found[1])}
	}
	if k.form == Body && k.release == "" {
		return kind{reason: "neither its folder nor a heading contains a release; use a name like 1.24.0.md"}
	}
	return k
}
