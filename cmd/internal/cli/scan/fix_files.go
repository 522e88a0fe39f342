package scan

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// filesOf returns the files of the findings that can be rewritten, and the other findings, each
// with the reason.
func (o *fixOptions) filesOf(list []finding.Finding) (names []string, left []findings.Left) {
	templates, named := map[string]string{}, map[string]bool{}
	for i := range list {
		f := &list[i]
		why := notAFile(f)
		if why == "" && f.Origin.Chart != "" {
			if _, asked := templates[f.File]; !asked {
				templates[f.File] = template(f)
			}
			why = templates[f.File]
		}
		if why == "" && f.Guess {
			why = "only a part of the object could be read"
		}
		switch {
		case why != "":
			left = append(left, findings.Left{Fingerprint: f.Fingerprint, Reason: why, Steps: slices.Concat([]string{}, f.Migration)})
		case !named[f.File]:
			named[f.File] = true
			names = append(names, f.File)
		}
	}
	return names, left
}

// notAFile returns why a finding is not in a file that can be rewritten, or "".
func notAFile(f *finding.Finding) string {
	switch {
	case f.File == "-":
		return "standard input cannot be rewritten"
	case f.Origin.Kustomization != "":
		return "the object was built from the kustomization " + f.Origin.Kustomization + ": change the file or the patch that it comes from"
	default:
		return ""
	}
}

// verbatim matches the files of a chart that Helm does not render: CRDs, also those of its
// subcharts.
var verbatim = lazy.Regexp(`^(charts/[^/]+/)*crds/`)

// template returns why a file of a chart is not rewritten, or "". The text of a template differs
// from what is applied.
func template(f *finding.Finding) string {
	data, err := os.ReadFile(f.File)
	if err != nil {
		if strings.Contains(f.File, ".tgz") {
			return "the file is in a chart archive: change the source of the chart"
		}
		return "the file of the chart cannot be read: " + cause.Of(err).Error()
	}
	at := bytes.Index(data, []byte("{{"))
	if at < 0 || verbatim().MatchString(f.Origin.Template) {
		return ""
	}
	return fmt.Sprintf("the file is a template of the chart %s (line %d has an action), so it differs from what is applied: change it manually",
		f.Origin.Chart, bytes.Count(data[:at], []byte("\n"))+1)
}
