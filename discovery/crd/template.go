package crd

import (
	"bytes"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// MayDefine reports whether a template may write a CustomResourceDefinition: it has one,
// or it writes out a file that is called like one, or it has no kind of its own and writes
// out some file, or what another template with such a name writes.
func MayDefine(text []byte) bool {
	return bytes.Contains(text, []byte("CustomResourceDefinition")) || writesOthers(text)
}

// writesOthers: the template writes what stands elsewhere, which may be a definition.
func writesOthers(text []byte) bool {
	switch {
	case !bytes.Contains(text, []byte("{{")):
		return false
	case filesOfCRDs().Match(text):
		return true
	default:
		return !ownKind().Match(text) && (otherFiles().Match(text) || includesCRDs().Match(text))
	}
}

var (
	// ownKind is the kind of an object that the template writes.
	ownKind = lazy.Regexp(`(?m)^\s*(- )?["']?kind["']?\s*:`)
	// filesOfCRDs is .Files.Get "crds/a.yaml", otherFiles any such action that writes
	// it, or goes through files.
	filesOfCRDs = lazy.Regexp(`(?i)\.Files\.(Get|Glob|Lines)\s*\(?\s*["'` + "`" + `][^"'` + "`" + `\n]*(crd|customresource)`)
	otherFiles  = lazy.Regexp(`\{\{-?\s*(range\s[^}\n]*)?\(?\s*\$?\.Files\.(Get|Glob|Lines)`)
	// includesCRDs is {{ include "app.crds" . }}.
	includesCRDs = lazy.Regexp(`(?i)(include|template|tpl)\s*\(?\s*["'` + "`" + `][^"'` + "`" + `\n]*(crd|customresource)`)
)
