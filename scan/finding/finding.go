package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// Finding is one problem of an object with the target.
type Finding struct {
	// Fingerprint is 12 hex digits of a hash of rule, file, object, field and value, not of lines
	// or messages. It is the key of waivers and baselines. The path of the file is that in the git
	// work tree, if there is one; see [WorkTree].
	Fingerprint string        `json:"fingerprint"`
	Rule        string        `json:"rule"`
	Severity    rule.Severity `json:"severity"`
	// File is relative to the working directory, with slashes; "-" is standard input.
	File string `json:"file"`
	// Line and Column, from 1; 0 if the place is not known.
	Line   int `json:"line"`
	Column int `json:"column"`
	// EndColumn is the column after the last character, for underlining; 0 if it is not known.
	EndColumn int `json:"endColumn,omitzero"`
	// Document counts the documents of the file from 1.
	Document   int    `json:"document"`
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace"`
	Name       string `json:"name"`
	// Field is the path of the field, with indices: "spec.template.spec.containers[0].image"; ""
	// for the object itself.
	Field string `json:"field"`
	// Value is the value of the field, if that is the problem.
	Value string `json:"value,omitempty"`
	// Introduced, Deprecated and Removed are releases; "" if not known.
	Introduced  discovery.Release           `json:"introduced"`
	Deprecated  discovery.Release           `json:"deprecated"`
	Removed     discovery.Release           `json:"removed"`
	Replacement *discovery.GroupVersionKind `json:"replacement,omitempty"`
	// ReplacementServed: the target serves the replacement. ReplacementServedFrom: the release
	// given with --from also does, if there is one.
	ReplacementServed     bool  `json:"replacementServed,omitzero"`
	ReplacementServedFrom *bool `json:"replacementServedFrom,omitempty"`
	// Fixable: --fix can rewrite it.
	Fixable bool `json:"fixable,omitzero"`
	// Message is one sentence without a full stop. Migration has what to write instead, in steps.
	Message   string   `json:"message"`
	Migration []string `json:"remedy,omitempty"`
	// Targets are the targets that have the finding, if not all of them have it.
	Targets []string `json:"targets,omitempty"`
	// Guess: the object was not read completely, as in a template that was not rendered.
	Guess  bool        `json:"guess,omitzero"`
	Origin tree.Origin `json:"origin,omitzero"`
	// Inside is the object or text around the object, if there is one.
	Inside *Inside `json:"inside,omitempty"`
	// Source is the line of the file or, of a long line, the part around Column. SourceColumn is
	// the column at which that part starts, and 0 for a whole line.
	Source       string `json:"source,omitempty"`
	SourceColumn int    `json:"sourceColumn,omitzero"`
	// Offset is the offset of the text at Line and Column; -1 if it is not known.
	Offset int `json:"-"`
	// Validation: the finding is one of validation against the schema of the kind.
	Validation bool `json:"-"`
	// Unset: the value of the label or annotation is null. A patch removes it.
	Unset bool `json:"-"`
	// Ordinal distinguishes equal findings, in the order of the file.
	Ordinal int `json:"-"`
	// Before is the fingerprint with the shown path, as in reports without a work tree; "" if it is
	// the same.
	Before string `json:"-"`
}

// At starts a finding at a node of an object. Its strings, except those of the type, are its own.
func At(o *tree.Object, apiVersion, kind string, node int) Finding {
	n := &o.Tree.Nodes[node]
	f := Finding{
		File: o.File, Document: o.Document, Line: int(n.Line), Column: int(n.Column), Offset: -1,
		APIVersion: apiVersion, Kind: kind, Namespace: strings.Clone(o.Namespace), Name: strings.Clone(o.Name), Guess: o.Guess,
		Origin: tree.Origin{
			Chart: strings.Clone(o.Origin.Chart), Template: strings.Clone(o.Origin.Template), Kustomization: strings.Clone(o.Origin.Kustomization),
		},
	}
	if n.Key != "" && n.Column > 0 {
		f.EndColumn = f.Column + utf8.RuneCountInString(n.Key)
	}
	return f
}

// Inside is the carrier of an object: a custom resource that applies it, a ConfigMap with files, or
// the values of a chart, which have no type.
type Inside struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace"`
	Name       string `json:"name"`
	// Path is the path of the object in it. After a colon it is the path in a text.
	Path string `json:"path"`
}

// pluses is the largest ordinal that is written as so many "+". One of many thousands of equal
// findings must not cost more than the first.
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
func (f *Finding) Seal() { f.seal(f.File) }

func (f *Finding) seal(file string) {
	if !spaced(f.Message) {
		f.Message = strings.Join(strings.Fields(f.Message), " ")
	}
	// Enough for all but hostile names, so that it needs no allocation.
	text := make([]byte, 0, 1024)
	for i, part := range [...]string{f.Rule, file, f.APIVersion, f.Kind, f.Namespace, f.Name, f.Field, f.Value} {
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
		// A waiver of a possible finding must not apply to a certain one.
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

// spaced reports whether a text is ASCII, and all white space in it is single spaces between words.
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

// inBrackets matches the index of a list, or the key of a map, in the path of a field.
var inBrackets = lazy.Regexp(`\[[^]]*\]`)

// Unindexed is a path without indices and keys: spec.containers[].image.
func Unindexed(field string) string { return inBrackets().ReplaceAllString(field, "[]") }

// Segment is a key in the path of a field. Keys that are no plain words are in brackets, as in the
// API server's messages. A hostile key is cut.
func Segment(key string) string {
	key = phrase.Clip(key, 256)
	if strings.ContainsAny(key, "./[] ") || key == "" {
		return "[" + key + "]"
	}
	return key
}

// ObjectName formats "shop/web", and only the name if there is no namespace.
func ObjectName(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + "/" + name
}
