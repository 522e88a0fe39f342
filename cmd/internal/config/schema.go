package config

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// schema is the part of JSON Schema that the file format needs. Draft 7 is the one that editors
// support best.
type schema struct {
	Draft       string            `json:"$schema,omitempty"`
	Title       string            `json:"title,omitempty"`
	Description string            `json:"description,omitempty"`
	Type        any               `json:"type,omitempty"`
	Const       any               `json:"const,omitempty"`
	Pattern     string            `json:"pattern,omitempty"`
	AnyOf       []schema          `json:"anyOf,omitempty"`
	Items       *schema           `json:"items,omitempty"`
	Default     any               `json:"default,omitempty"`
	Examples    []string          `json:"examples,omitempty"`
	Required    []string          `json:"required,omitempty"`
	Properties  map[string]schema `json:"properties,omitempty"`
	Additional  *bool             `json:"additionalProperties,omitempty"`
}

// durationForm matches what time.ParseDuration accepts and is more than 0: one of its numbers has a
// digit other than 0.
const (
	timeUnit     = `(ns|us|µs|μs|ms|s|m|h)`
	anyTime      = `(([0-9]+\.?[0-9]*|\.[0-9]+)` + timeUnit + `)*`
	someTime     = `([0-9]*[1-9][0-9]*\.?[0-9]*|[0-9]*\.[0-9]*[1-9][0-9]*)` + timeUnit
	durationForm = `^\+?` + anyTime + someTime + anyTime + `$`
)

// Schema returns the JSON Schema of the file, for editors.
func Schema(s Spec) ([]byte, error) {
	closed := false
	root := schema{
		Draft: "http://json-schema.org/draft-07/schema#", Title: "The configuration of kubedelta, .kubedelta.yaml",
		Type: "object", Required: []string{"version"}, Additional: &closed,
		Properties: map[string]schema{"version": {Description: "the version of the file format", Const: Version}},
	}
	for _, name := range s.GeneralKeys() {
		f, _ := s.General(name)
		f.Default = nil // commands can have different defaults
		root.Properties[name] = f.schema("for all commands that have the flag: ")
	}
	for _, c := range s.Commands {
		section := schema{
			Description: "for kubedelta " + c.Name + " only; overrides the settings for all commands",
			Type:        []string{"object", "null"}, Properties: map[string]schema{}, Additional: &closed,
		}
		for _, f := range c.Flags {
			section.Properties[f.Name] = f.schema("")
		}
		root.Properties[c.Name] = section
	}
	out, err := json.Marshal(root, json.Deterministic(true), jsontext.WithIndent("  "), jsontext.EscapeForHTML(false))
	return append(out, '\n'), err
}

// schema returns the values that are accepted for a flag.
func (f Flag) schema(scope string) schema {
	out := schema{Description: scope + f.Usage}
	if note := f.note(); note != "" {
		out.Description += " — " + note
	}
	text := []string{"string", "number"}
	switch f.Type {
	case Bool:
		out.Type = "boolean"
	case Int:
		out.Type = "integer"
	case Duration:
		out.Type, out.Pattern = "string", durationForm
	case List, Array:
		out.AnyOf = []schema{{Type: "array", Items: &schema{Type: text, Examples: f.Examples}}, {Type: text, Examples: f.Examples}}
	default:
		out.Type, out.Examples = text, f.Examples
	}
	if len(f.Default) == 1 {
		out.Default = f.typed(f.Default[0])
	}
	return out
}

// note returns what a user must know about where the key can be used.
func (f Flag) note() string {
	switch {
	case f.Guard != "":
		return "refused in a file that was found: " + f.Guard
	case f.Means == Source || f.Means == PathOrContext:
		return "a cluster is refused in a file that was found"
	case f.Means == FormatAndPath:
		return "a path is refused in a file that was found"
	case f.Means == Path, f.Means == Glob:
		return "from this file's folder"
	default:
		return ""
	}
}

// typed returns a default value as JSON, or nil for an empty one.
func (f Flag) typed(text string) any {
	n, err := strconv.Atoi(text)
	switch {
	case f.Type == Bool:
		return text == "true"
	case f.Type == Int && err == nil:
		return n
	case text == "":
		return nil
	default:
		return text
	}
}
