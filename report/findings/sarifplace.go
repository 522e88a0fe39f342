package findings

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// baseID is the base of relative paths. GitHub uses the root of the repository for it.
const baseID = "%SRCROOT%"

// locations is the place of a finding in the file, and its object; empty if both are unknown.
func locations(f *finding.Finding) []sarifLocation {
	var l sarifLocation
	if name := logicalName(f); name != "" {
		l.Logical = []sarifLogical{{Name: f.Name, FullyQualifiedName: name, Kind: "object"}}
	}
	if f.File != "" && !ofCluster(f.File) {
		l.Physical = physical(f)
	}
	if l.Physical == nil && l.Logical == nil {
		return nil
	}
	return []sarifLocation{l}
}

// Only results with a region are shown, so the default line is 1.
func physical(f *finding.Finding) *sarifPhysical {
	p := &sarifPhysical{Artifact: sarifArtifact{URI: escape.URI(f.File)}, Region: sarifRegion{StartLine: max(f.Line, 1)}}
	if !strings.HasPrefix(p.Artifact.URI, "file:") {
		p.Artifact.BaseID = baseID
	}
	if f.Line <= 0 {
		return p
	}
	if f.Column > 0 {
		p.Region.StartColumn = f.Column
		if f.EndColumn > f.Column {
			p.Region.EndColumn = f.EndColumn
		}
	}
	at, line, ok := pieces(f)
	if at != "" && p.Region.EndColumn > 0 {
		p.Region.Snippet = &sarifText{Text: at}
	}
	// A part of a line is not a context region, which would need its columns.
	if ok && f.SourceColumn == 0 && len(line) >= len(f.Source) {
		p.Context = &sarifRegion{StartLine: f.Line, EndLine: f.Line, Snippet: &sarifText{Text: line}}
	}
	return p
}

// ofCluster reports whether the file is a cluster, context:NAME.
func ofCluster(file string) bool { return strings.HasPrefix(file, "context:") }

// pieces returns the unescaped source line, and the part of it that the finding points at.
func pieces(f *finding.Finding) (at, line string, ok bool) {
	begin, end, ok := span(f)
	if !ok {
		return "", "", false
	}
	line = f.Source[:offset(f.Source, maxSource)]
	at = line[offset(line, begin):offset(line, end)]
	return strings.ToValidUTF8(at, "\uFFFD"), strings.ToValidUTF8(line, "\uFFFD"), true
}

// logicalName is "apiVersion Kind namespace/name field".
func logicalName(f *finding.Finding) string {
	if object(f) == "" {
		return ""
	}
	return strings.TrimSpace(f.APIVersion+" "+object(f)) + phrase.With(" ", f.Field)
}

// message is a text that is shown literally: in messages, "[a](b)" is a link (SARIF 2.1.0, 3.11.6),
// and manifests can contain it.
func message(s string) sarifText {
	s = escape.Lines(s)
	if strings.Contains(s, "](") {
		s = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(s)
	}
	return sarifText{Text: s}
}
