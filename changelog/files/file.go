package files

// File is a file of notes, or one that was passed over.
type File struct {
	// Path is the file's, as the path that was given and what is below it.
	Path string
	Form Form
	// Release is the version of a body or draft: "v1.24.0", "v1.24.0-rc.1". Of a
	// changelog it is the minor release, "1.24"; of maps that of their folder, or
	// "".
	Release string
	Data    []byte
	// Reason is why a file was passed over; "" for those that were not.
	Reason string
}

// Form is what a file holds.
type Form string

// The forms.
const (
	// Changelog is markdown with a heading a release: CHANGELOG-1.24.md.
	Changelog Form = "changelog"
	// Body is markdown of one release, without a heading that names it.
	Body Form = "markdown"
	// Draft is the machine-readable notes of one release.
	Draft Form = "json"
	// Map is the YAML with which the release team edits notes: pr-108445-map.yaml.
	Map Form = "map"
	// PassedOver is a file that is none of these, or cannot be read.
	PassedOver Form = ""
)

// maxFile bounds a file. The largest that was ever published has a megabyte and
// a half.
const maxFile = 64 << 20
