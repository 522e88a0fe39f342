package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// Finding is one problem that an object has with the target. Its JSON form is part of the
// contract (docs/scan-json.md).
type Finding struct {
	// Fingerprint is 12 hex digits over rule, file, object and field, not over
	// lines or texts: the key of waivers and baselines.
	Fingerprint string        `json:"fingerprint"`
	Rule        string        `json:"rule"`
	Severity    rule.Severity `json:"severity"`
	// File is relative to the working directory, with slashes; "-" is stdin.
	File string `json:"file"`
	// Line and Column, from 1; 0 where the place is not known.
	Line   int `json:"line"`
	Column int `json:"column"`
	// EndColumn is behind the last character, for who underlines; 0 if not known.
	EndColumn int `json:"endColumn,omitzero"`
	// Document counts the documents of the file from 1.
	Document   int    `json:"document"`
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace"`
	Name       string `json:"name"`
	// Field is the path of the field concerned, with indices:
	// "spec.template.spec.containers[0].image"; "" for the object itself.
	Field string `json:"field"`
	// Value is what is written there, where that is the matter.
	Value string `json:"value,omitempty"`
	// Introduced, Deprecated and Removed are releases, "" where not known.
	Introduced  discovery.Release           `json:"introduced"`
	Deprecated  discovery.Release           `json:"deprecated"`
	Removed     discovery.Release           `json:"removed"`
	Replacement *discovery.GroupVersionKind `json:"replacement,omitempty"`
	// ReplacementServed: the target serves the replacement; ReplacementServedFrom:
	// so does what one comes from, where --from tells it.
	ReplacementServed     bool  `json:"replacementServed,omitzero"`
	ReplacementServedFrom *bool `json:"replacementServedFrom,omitempty"`
	// Fixable: --fix can rewrite it.
	Fixable bool `json:"fixable,omitzero"`
	// Message is one sentence without a full stop; Migration says what to write
	// instead, step by step where it takes several.
	Message   string   `json:"message"`
	Migration []string `json:"remedy,omitempty"`
	// Targets are those that have the finding, where there are several targets and not
	// all of them have it.
	Targets []string `json:"targets,omitempty"`
	// Guess: the object was not seen whole, as in a template that was not rendered.
	Guess  bool        `json:"guess,omitzero"`
	Origin tree.Origin `json:"origin,omitzero"`
	// Inside is what the object stands in, where that is another object or a text.
	Inside *Inside `json:"inside,omitempty"`
	// Source is the line of the file, for who shows it, or of a long line the part
	// around Column; SourceColumn is then the column at which that part begins, and
	// 0 for a whole line.
	Source       string `json:"source,omitempty"`
	SourceColumn int    `json:"sourceColumn,omitzero"`
	// Offset is where the text that Line and Column point at begins, -1 if unknown.
	Offset int `json:"-"`
	// Validation: the object was validated against the schema of its kind.
	Validation bool `json:"-"`
	// Ordinal tells apart findings that are alike, in the order of the file.
	Ordinal int `json:"-"`
}

// Inside is what carries an object: a custom resource that has it applied, a ConfigMap
// with files, the values of a chart, which have no type.
type Inside struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace"`
	Name       string `json:"name"`
	// Path is where in it the object stands; what is behind a colon is the place in a text.
	Path string `json:"path"`
}

// pluses is up to where an ordinal is written out as so many of them. One of many
// thousands must not cost more than the first.
const pluses = 64

// SealAll seals findings, each with its own fingerprint.
func SealAll(list []Finding) {
	for i := range list {
		list[i].Ordinal = 0
		list[i].Seal()
	}
	TellApart(list, map[string]int{})
}

// TellApart gives sealed findings that are equal their own fingerprints, in the order of the
// list. seen is an empty map, which the caller may clear and use again.
func TellApart(list []Finding, seen map[string]int) {
	for i := range list {
		f := &list[i]
		n := seen[f.Fingerprint]
		seen[f.Fingerprint]++
		if n > 0 {
			f.Ordinal = n
			f.Seal()
		}
	}
}

// Seal computes the fingerprint.
func (f *Finding) Seal() {
	if !spaced(f.Message) {
		f.Message = strings.Join(strings.Fields(f.Message), " ")
	}
	// Enough for all but hostile names, so that it costs no memory.
	text := make([]byte, 0, 1024)
	for i, part := range [...]string{f.Rule, f.File, f.APIVersion, f.Kind, f.Namespace, f.Name, f.Field, f.Value} {
		if i > 0 {
			text = append(text, 0)
		}
		text = append(text, part...)
	}
	if in := f.Inside; in != nil {
		for _, part := range [...]string{in.APIVersion, in.Kind, in.Namespace, in.Name, in.Path} {
			text = append(append(text, 0), part...)
		}
	}
	if f.Severity == rule.Possible {
		// What lets a possible finding pass says nothing of a certain one.
		text = append(text, 0)
		text = append(text, rule.Possible...)
	}
	if f.Ordinal > 0 {
		text = append(text, 0)
		for range min(f.Ordinal, pluses) {
			text = append(text, '+')
		}
		if f.Ordinal > pluses {
			text = strconv.AppendInt(text, int64(f.Ordinal), 10)
		}
	}
	sum := sha256.Sum256(text)
	var digits [12]byte
	hex.Encode(digits[:], sum[:6])
	f.Fingerprint = string(digits[:])
}

// spaced: all white space in a text are single spaces between words, and it is
// ASCII: there is nothing to put right.
func spaced(text string) bool {
	space := true
	for i := range len(text) {
		c := text[i]
		if c == ' ' && space || c < ' ' || c >= 0x80 {
			return false
		}
		space = c == ' '
	}
	return !space || text == ""
}

// ObjectName writes "shop/web", and the name alone where there is no namespace.
func ObjectName(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + "/" + name
}
