package files

// File is a file with notes, or one that was skipped.
type File struct {
	// Path is the given path with the path below it.
	Path string
	Form Form
	// Release is the version of a body or draft: "v1.24.0", "v1.24.0-rc.1". For a changelog it is
	// the minor release, "1.24". For maps it is the release of their folder, or "".
	Release string
	Data    []byte
	// Reason is why a file was skipped, or "".
	Reason string
}

// Form is the kind of content of a file.
type Form string

// The forms.
const (
	// Changelog is markdown with a heading for each release: CHANGELOG-1.24.md.
	Changelog Form = "changelog"
	// Body is markdown of one release, without a heading with its version.
	Body Form = "markdown"
	// Draft is the machine-readable notes of one release.
	Draft Form = "json"
	// Map is the YAML with which the release team edits notes: pr-108445-map.yaml.
	Map Form = "map"
	// PassedOver is a file of another kind, or one that cannot be read.
	PassedOver Form = ""
)

// maxFile is the maximum size of a file. The largest published file has 1.5 MB.
const maxFile = 64 << 20
