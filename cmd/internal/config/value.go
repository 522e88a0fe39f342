package config

import (
	"encoding/csv"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// Setting is a value and its origin.
type Setting struct {
	// Values has one element, or the elements of a list.
	Values []string
	From   Origin
}

func values(f Flag, n *yaml.Node) ([]string, *Problem) {
	if p := plain(n); p != nil {
		return nil, p
	}
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" {
		return nil, at(n, "%s has no value: set one, or remove the key", f.Name)
	}
	if n.Kind == yaml.SequenceNode && (f.Type == List || f.Type == Array) {
		return items(f, n)
	}
	if n.Kind != yaml.ScalarNode {
		return nil, at(n, "%s takes %s, not %s", f.Name, f.Wants(), describe(n))
	}
	text, err := scalar(f, n)
	if err != nil {
		return nil, at(n, "%s", err)
	}
	if f.Type != List || text == "" {
		return []string{text}, nil
	}
	parts, err := split(text)
	if err != nil {
		return nil, at(n, "%s: %s", f.Name, err)
	}
	return parts, nil
}

// plain returns a problem for aliases and tags. Without aliases, a small file cannot expand to a
// huge one.
func plain(n *yaml.Node) *Problem {
	switch {
	case n.Kind == yaml.AliasNode:
		return at(n, "aliases (*%s) are not supported: write the value out", show(n.Value))
	case n.Style&yaml.TaggedStyle != 0:
		return at(n, "tags (%s) are not supported: write the value without a tag", show(n.Tag))
	}
	return nil
}

func items(f Flag, n *yaml.Node) ([]string, *Problem) {
	out := []string{}
	for _, item := range n.Content {
		if p := plain(item); p != nil {
			return nil, p
		}
		if item.Kind != yaml.ScalarNode || item.ShortTag() == "!!null" {
			return nil, at(item, "%s takes a list of strings, but this is %s", f.Name, describe(item))
		}
		text, err := scalar(f, item)
		if err != nil {
			return nil, at(item, "%s", err)
		}
		out = append(out, text)
	}
	return out, nil
}

// scalar returns the text of a single value. A number is kept as it is written: 1.30 is the release
// 1.30, not 1.3.
func scalar(f Flag, n *yaml.Node) (string, error) {
	tag := n.ShortTag()
	text, ok := convert(f.Type, n.Value)
	switch {
	case !ok, f.Type == Bool && tag != "!!bool", f.Type == Int && tag != "!!int":
		return "", fmt.Errorf("%s takes %s, not %s", f.Name, f.Wants(), describe(n))
	case f.Type == Bool, f.Type == Int, f.Type == Duration:
		return text, nil
	case tag == "!!bool":
		return "", fmt.Errorf("%s takes %s, not %s: write %q in quotes if you mean a string", f.Name, f.Wants(), describe(n), n.Value)
	default:
		return text, checkText(f, text)
	}
}

// convert parses text as flags of the type do, and returns it in a normal form.
func convert(t Type, text string) (string, bool) {
	switch t {
	case Bool:
		value, err := strconv.ParseBool(text)
		return strconv.FormatBool(value), err == nil
	case Int:
		value, err := strconv.ParseInt(text, 0, strconv.IntSize)
		return strconv.FormatInt(value, 10), err == nil
	case Duration:
		return text, Positive(text)
	default:
		return text, true
	}
}

// Positive reports whether text is a duration above 0.
func Positive(text string) bool {
	d, err := time.ParseDuration(text)
	return err == nil && d > 0
}

func checkText(f Flag, text string) error {
	if strings.ContainsRune(text, 0) {
		return fmt.Errorf("%s contains a zero byte", f.Name)
	}
	if withUser(text) != nil {
		return fmt.Errorf("%s contains a password: secrets are not allowed in this file; set it on the command line or in %s", f.Name, Variable("", f.Name))
	}
	return nil
}

// parse reads the text of an environment variable. Elements of a list can be on separate lines, so
// that they can contain commas.
func parse(f Flag, text string) ([]string, error) {
	if f.Type == List || f.Type == Array {
		return lines(f, text)
	}
	value, ok := convert(f.Type, text)
	if !ok {
		return nil, fmt.Errorf("it takes %s, not %s", f.Wants(), quote(text))
	}
	return []string{value}, nil
}

// lines returns the elements of a list in a variable: one on each line or, for a List, also
// separated by commas.
func lines(f Flag, text string) (out []string, err error) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if f.Type == Array {
			out = append(out, line)
			continue
		}
		parts, err := split(line)
		if err != nil {
			return nil, err
		}
		out = append(out, parts...)
	}
	return out, nil
}

// split splits text at commas, as flags of lists do.
func split(text string) ([]string, error) {
	r := csv.NewReader(strings.NewReader(text))
	parts, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("%s is not a valid list: its quotes do not match", quote(text))
	}
	if _, err := r.Read(); err == nil {
		return nil, fmt.Errorf("%s has several lines: write a list", quote(text))
	}
	return parts, nil
}

// secretKeys matches keys of secrets, which are not allowed in the file.
var secretKeys = regexp.MustCompile(`(?i)^(.*[-_])?(token|password|passwd|secret|api[-_]?key|bearer)$`)

// withUser parses a URL with a password, or with a user name that can be a token. It returns nil for
// any other text.
func withUser(text string) *url.URL {
	if !strings.Contains(text, "://") || !strings.Contains(text, "@") {
		return nil
	}
	u, err := url.Parse(text)
	if err != nil || u.User == nil {
		return nil
	}
	return u
}

// Shown returns a value as it may be printed. Of a secret, it returns only the name before "=".
func (f Flag) Shown(value string) string {
	if f.Secret {
		if name, _, ok := strings.Cut(value, "="); ok {
			return name + "=***"
		}
		return "***"
	}
	if u := withUser(value); u != nil {
		u.User = url.User("xxxxx")
		return u.String()
	}
	return value
}
