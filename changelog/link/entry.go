package link

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
)

// entry is a note prepared for scoring.
type entry struct {
	note *changelog.Note
	// words are the stems of all words and humps, in the order of the text.
	words []string
	// begins is true for each word that begins an identifier.
	begins []bool
	// names are the identifiers as written, with the place of their first word. quoted has those
	// that the text marks as code or calls a field.
	names  map[string]int32
	quoted map[string]bool
	// paths maps the last element of dotted paths to the elements before it, in lower case.
	paths map[string][]string
	// groupVersions has group-versions. groups and versions also have those that are named alone.
	groupVersions map[string]bool
	groups        map[string]bool
	// subresources are the parts of paths with a slash: "pods/eviction".
	subresources map[string]bool
	versions     map[string]bool
	// starts has the words that begin a dotted path.
	starts map[int]bool
	// last is the previous name, in lower case.
	last string
	// lead is the number of words in the first sentence.
	lead   int
	stated statements
}

// maxText limits how much of a note is read. The longest note of 1.16 to 1.36 has 9 kB.
const maxText = 32 << 10

func newEntry() entry {
	return entry{
		names: map[string]int32{}, starts: map[int]bool{}, subresources: map[string]bool{}, quoted: map[string]bool{}, paths: map[string][]string{},
		groupVersions: map[string]bool{}, groups: map[string]bool{}, versions: map[string]bool{},
	}
}

// read prepares a note. If the note has no text, its facts are used as the text.
func read(n *changelog.Note) entry {
	e := newEntry()
	e.note = n
	text := prose(n.Text)
	e.scan(text)
	e.lead = cmp.Or(e.lead, len(e.words))
	e.addFacts(text == "")
	e.stated = readStatements(&e, text)
	return e
}

// prose returns a text without link targets, and without the template of pull requests, which some
// notes contain.
func prose(text string) string {
	if len(text) > maxText {
		text = text[:maxText]
	}
	if i := strings.Index(text, "#### Additional documentation"); i >= 0 {
		text = strings.Trim(text[:i], "` \r\n")
	}
	if strings.EqualFold(strings.Trim(text, ". \r\n"), "none") {
		return ""
	}
	return fact.Prepare(text)
}

// scan splits a text into runs that may be paths or group-versions, and those into names and words.
func (e *entry) scan(text string) {
	code := false
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '`':
			code = !code
			i++
		case isAlnum(c):
			j := i
			for j < len(text) && (isAlnum(text[j]) || joins(text, j)) {
				j++
			}
			// A flag is no field: --raw.
			e.run(text[i:j], code && !strings.HasSuffix(text[:i], "--"))
			i = j
		default:
			if e.lead == 0 && len(e.words) >= 4 && (c == '\n' || (c == '.' || c == ';') && i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\n')) {
				e.lead = len(e.words)
			}
			i++
		}
	}
	e.fieldWords()
}

// joins reports whether the character belongs to the same run as its neighbours: the dots of a
// path, the slash of a group-version.
func joins(text string, j int) bool {
	switch text[j] {
	case '.', '/', '-', '[', ']', '*', ':':
		if text[j] == '[' || text[j] == '*' {
			return j+2 < len(text) && (text[j+1] == '*' || text[j+1] == ']' || text[j] == '*' && text[j+1] == ']')
		}
		if text[j] == ']' {
			return j+1 < len(text) && text[j+1] == '.'
		}
		return text[j] != ':' && j+1 < len(text) && isAlnum(text[j+1])
	}
	return false
}

// run reads one run: "storage.k8s.io/v1beta1", "spec.loadBalancerIP", "CronJob".
func (e *entry) run(run string, code bool) {
	if strings.IndexByte(run, '/') >= 0 {
		e.slashed(run)
	}
	if strings.Contains(run, ".k8s.io") {
		e.group(run)
		code = false // the words of a group name are not quoted fields
	}
	if strings.IndexByte(run, '.') > 0 {
		code = code || strings.HasPrefix(run, "spec.") || strings.HasPrefix(run, "status.") || strings.Contains(run, ".spec.") || strings.Contains(run, ".status.")
		if last, parent := lastOf(strings.ToLower(run)); parent != "" && len(e.paths[last]) < 8 {
			e.paths[last] = append(e.paths[last], parent)
		}
	}
	if strings.IndexByte(run, '-') > 0 && !strings.ContainsAny(run, "./:[]*") {
		e.remember(run, code) // x-kubernetes-map-type is one name of four words
	}
	e.parts(run, code)
}

func (e *entry) parts(run string, code bool) {
	for i := 0; i < len(run); {
		j := i
		for j < len(run) && (isAlnum(run[j]) || ofRelease(run, i, j)) {
			j++
		}
		if j > i {
			// The first element of a path is not the field: "spec.attachRequired".
			begins := i == 0 && j < len(run) && run[j] == '.'
			if begins {
				e.starts[len(e.words)] = true
			}
			e.name(run[i:j], code && !begins)
		}
		i = j + 1
	}
}

// ofRelease reports whether the dot at j belongs to a release that begins at i, such as "v1.36".
// Its "v1" is no API version.
func ofRelease(run string, i, j int) bool {
	return run[j] == '.' && isVersion(run[i:j]) && j+1 < len(run) && isDigit(run[j+1])
}

func (e *entry) name(name string, code bool) {
	e.remember(name, code)
	if isVersion(name) {
		e.versions[name] = true
		// "coordination.v1alpha1", "the networking v1beta1 group".
		e.groupVersions[e.last+"/"+name] = true
	}
	e.last = fold(name)
	for i, w := range Humps(name) {
		e.words = append(e.words, stem(w))
		e.begins = append(e.begins, i == 0)
	}
}

// remember records an identifier that begins with the next word.
func (e *entry) remember(name string, code bool) {
	if _, ok := e.names[name]; !ok {
		e.names[name] = int32(len(e.words)) //nolint:gosec // maxText bounds it
	}
	if code {
		e.quoted[fold(name)] = true
	}
}

// slashed reads "group/version", "group/version.Kind" and "group/version/Kind".
func (e *entry) slashed(run string) {
	parts := strings.Split(run, "/")
	for i := 1; i < len(parts); i++ {
		version, _, _ := strings.Cut(parts[i], ".")
		switch {
		case isVersion(version) && parts[i-1] != "":
			e.groupVersions[strings.ToLower(parts[i-1])+"/"+version] = true
			e.groups[strings.ToLower(parts[i-1])] = true
		case len(e.subresources) < 64:
			e.subresources[fold(parts[i-1]+"/"+parts[i])] = true
		}
	}
}

// group reads "networking.k8s.io" and "CustomResourceDefinition.apiextensions.k8s.io".
func (e *entry) group(run string) {
	for part := range strings.SplitSeq(run, "/") {
		if !strings.HasSuffix(part, ".k8s.io") {
			continue
		}
		if first, rest, ok := strings.Cut(part, "."); ok && first != "" && isUpper(first[0]) {
			part = rest
		}
		if first, rest, ok := strings.Cut(part, "."); ok && isVersion(first) {
			e.groupVersions[rest+"/"+first] = true
			part = rest
		}
		e.groups[part] = true
	}
}

// fieldWords marks the words before and after the word "field".
func (e *entry) fieldWords() {
	for i, w := range e.words {
		if w != "field" {
			continue
		}
		if i > 0 {
			e.quoted["field:"+e.words[i-1]] = true
		}
		if i+1 < len(e.words) && !e.starts[i+1] {
			e.quoted["field:"+e.words[i+1]] = true
		}
	}
}

// addFacts adds the names in the facts. They are added as words only if there is no text.
func (e *entry) addFacts(words bool) {
	f := &e.note.Facts
	if words {
		for _, list := range [][]string{f.Gates, f.Fields, f.APIKinds, f.GroupVersions, f.Flags, f.Metrics} {
			for _, name := range list {
				for run := range strings.FieldsSeq(name[:min(len(name), 200)]) {
					e.run(strings.Trim(run, ".-/"), true)
				}
			}
		}
		for _, name := range f.Fields {
			if i := strings.LastIndexByte(name, '.'); i >= 0 {
				name = name[i+1:]
			}
			e.quoted["field:"+stem(name)] = true
		}
		e.lead = len(e.words)
		return
	}
	for _, gv := range f.GroupVersions {
		e.groupVersions[gv] = true
	}
	for _, gate := range f.Gates {
		if _, written := e.names[gate]; !written {
			e.names[gate] = 0 // the text has it in words
		}
	}
}

// gateAt reports whether the n words at i are called a feature gate.
func (e *entry) gateAt(i, n int) bool {
	return i+n+1 < len(e.words) && e.words[i+n] == "featur" && e.words[i+n+1] == "gat" ||
		i >= 2 && e.words[i-2] == "featur" && e.words[i-1] == "gat"
}

// has reports whether the note has a kind label. If its labels are not known, the section decides.
func (e *entry) has(kind string) bool {
	if len(e.note.Kinds) > 0 {
		return slices.Contains(e.note.Kinds, kind)
	}
	section := changelog.SectionOf([]string{kind})
	return section != changelog.Uncategorized && (e.note.Section == section || slices.Contains(e.note.Sections, section))
}

func (e *entry) reaches(stage discovery.Stability) bool {
	return slices.Contains(e.stated.stages, stage)
}
