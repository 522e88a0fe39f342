package crd

import (
	"bytes"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// MayDefine reports whether a template may write a CustomResourceDefinition: it contains one, or it
// outputs a file with such a name, or it has no kind and outputs any file or includes a template
// with such a name.
func MayDefine(text []byte) bool {
	return bytes.Contains(text, []byte("CustomResourceDefinition")) || writesOthers(text)
}

// writesOthers reports whether a template outputs files or templates that may be definitions.
func writesOthers(text []byte) bool {
	return bytes.Contains(text, []byte("{{")) &&
		(filesOfCRDs().Match(text) || !ownKind().Match(text) && (otherFiles().Match(text) || includesCRDs().Match(text)))
}

var (
	// ownKind matches the kind of an object in the template.
	ownKind = lazy.Regexp(`(?m)^\s*(- )?["']?kind["']?\s*:`)
	// filesOfCRDs matches .Files.Get "crds/a.yaml". otherFiles matches any action that outputs
	// files, or ranges over files.
	filesOfCRDs = lazy.Regexp(`(?i)\.Files\.(Get|Glob|Lines)\s*\(?\s*["'` + "`" + `][^"'` + "`" + `\n]*(crd|customresource)`)
	otherFiles  = lazy.Regexp(`\{\{-?\s*(range\s[^}\n]*)?\(?\s*\$?\.Files\.(Get|Glob|Lines)`)
	// includesCRDs matches {{ include "app.crds" . }}.
	includesCRDs = lazy.Regexp(`(?i)(include|template|tpl)\s*\(?\s*["'` + "`" + `][^"'` + "`" + `\n]*(crd|customresource)`)
)
