package kustomize

import (
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// What kustomize's errors quote: the configuration of a transformer with the patch
// in it, a literal of a generator, a patch, the line of an environment file, the
// beginning of a value of the wrong type. Each may be a Secret's.
var (
	configuration = lazy.Regexp("(?s) with config: `.*`")
	literal       = lazy.Regexp(`(?s)invalid literal source .*?, expected key=value`)
	literals      = lazy.Regexp(`(?s)literal sources \[.*\]`)
	badBytes      = lazy.Regexp(`(?s)line \S* ?\[[0-9 ]*\] has invalid utf8 bytes.*|has invalid utf8 bytes : .*`)
	braces        = lazy.Regexp(`(?s)\[?\{.*\}\]?`)
	brackets      = lazy.Regexp(`(?s)patch from \[.*\]`)
	typed         = lazy.Regexp("(?s)cannot unmarshal (!!\\w+) `.*?`")
	anchor        = lazy.Regexp(`unknown anchor '.*?' referenced`)
)

// longestError bounds what is said of a build that failed.
const longestError = 500

// plain takes the machine's paths out of an error of kustomize, for they are the
// same for everyone only when they begin at the kustomization, and the texts that
// it quotes: nothing that a Secret may hold is told, and one line only.
func (g *guard) plain(text string) string {
	text = configuration().ReplaceAllString(text, "")
	text = literal().ReplaceAllString(text, "a literal of a generator is not key=value")
	text = literals().ReplaceAllString(text, "literal sources")
	text = badBytes().ReplaceAllString(text, "a line that is not UTF-8")
	text = brackets().ReplaceAllString(text, "patch")
	text = braces().ReplaceAllString(text, "{…}")
	text = typed().ReplaceAllString(text, "cannot unmarshal $1")
	text = anchor().ReplaceAllString(text, "an alias has no anchor")
	for _, secret := range g.secrets {
		text = strings.ReplaceAll(text, secret, "…")
	}
	text = strings.TrimSpace(relative(text, g.root))
	text, _, _ = strings.Cut(text, "\n")
	text, _, _ = strings.Cut(text, `\n`)
	return strings.TrimRight(strings.ToValidUTF8(finding.Clip(text, longestError), ""), ": ")
}

// relative writes the paths of a folder, and of those that it is in, as they are seen
// from it.
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
