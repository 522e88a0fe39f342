package kustomize

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Kustomize's errors quote the configuration of a transformer with its patch, literals of
// generators, patches, lines of environment files and values of a wrong type. All of them may
// contain secrets.
//
//nolint:gochecknoglobals // a constant
var quotations = []struct {
	pattern func() *regexp.Regexp
	with    string
}{
	{lazy.Regexp("(?s) with config: `.*`"), ""},
	{lazy.Regexp(`(?s)invalid literal source .*?, expected key=value`), "a literal of a generator is not key=value"},
	{lazy.Regexp(`(?s)literal sources \[.*\]`), "literal sources"},
	{lazy.Regexp(`(?s)line \S* ?\[[0-9 ]*\] has invalid utf8 bytes.*|has invalid utf8 bytes : .*`), "a line that is not UTF-8"},
	{lazy.Regexp(`(?s)patch from \[.*\]`), "patch"},
	{lazy.Regexp(`(?s)\[?\{.*\}\]?`), "{…}"},
	{lazy.Regexp("(?s)cannot unmarshal (!!\\w+) `.*?`"), "cannot unmarshal $1"},
	{lazy.Regexp(`unknown anchor '.*?' referenced`), "an alias has no anchor"},
}

var (
	// The first missing file is the cause; kustomize says it once for each folder that leads to it,
	// and again as a missing folder.
	missing = lazy.Regexp(`(?s).*?evalsymlink failure on '(?:\./)?([^']*)' : lstat [^:]*: no such file or directory.*`)
	// A resource, a patch or a file of a generator that the folder does not contain.
	outside = lazy.Regexp(`(?s).*?security; file '(?:\./)?([^']*)' is not in or below '[^']*'.*`)
	// The words differ between Go 1.26 and 1.27, which adds the index in a list.
	goField = lazy.Regexp(`json: cannot unmarshal (\w+) into (?:Go struct field )?\w+\.(\S+?)(?:\.\d+)* of type \S+`)
)

// longestError limits the length of an error.
const longestError = 500

// plain removes from an error of kustomize what may be secret, and all lines except the first.
// Paths become relative, so that the error is the same on every machine.
func (g *guard) plain(text string) string {
	for _, q := range quotations {
		text = q.pattern().ReplaceAllString(text, q.with)
	}
	for _, secret := range g.secrets {
		text = strings.ReplaceAll(text, secret, "…")
	}
	text = strings.TrimSpace(relative(text, g.root))
	text, _, _ = strings.Cut(text, "\n")
	text, _, _ = strings.Cut(text, `\n`)
	text = missing().ReplaceAllString(text, "there is no file or folder $1")
	text = outside().ReplaceAllString(text, "$1 is not in the folder of its kustomization: build it with kustomize build --load-restrictor LoadRestrictionsNone and scan the result")
	text = goField().ReplaceAllString(text, "the field $2 or an entry of it cannot be a $1")
	return strings.TrimRight(strings.ToValidUTF8(finding.Clip(text, longestError), ""), ": ")
}

// relative replaces the paths of a folder and its parents by relative paths.
func relative(text, folder string) string {
	for seen := "."; filepath.Dir(folder) != folder; folder = filepath.Dir(folder) {
		text = strings.ReplaceAll(text, folder+string(filepath.Separator), seen+"/")
		text = strings.ReplaceAll(text, "'"+folder+"'", "'"+seen+"'")
		if seen == "." {
			text, seen = strings.ReplaceAll(text, folder, seen), ""
		}
		seen = strings.TrimPrefix(seen+"/..", "/")
	}
	return text
}
