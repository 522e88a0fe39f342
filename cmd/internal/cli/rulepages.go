package cli

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/rehearse"
)

func scanPages() []format.Rule { return pagesOf(scanRules(), "scan-rules.md") }

// pagesOfScan are those of the rules that a report of scan can have; with --rehearse these
// are more.
func pagesOfScan(r *findings.Report) []format.Rule {
	for id := range r.Summary.ByRule {
		if ofRehearse(id) {
			return slices.Concat(scanPages(), rehearsePages())
		}
	}
	return scanPages()
}

func preflightPages() []format.Rule { return pagesOf(preflightRules(), "preflight-checks.md") }

// pagesOf are the rules as reports of findings describe them; page is the file in
// docs/ that has them.
func pagesOf(rules []rule.Rule, page string) (pages []format.Rule) {
	for _, r := range rules {
		r.HelpURI = "https://github.com/kubedelta/kubedelta/blob/main/docs/" + page + "#" + r.ID
		pages = append(pages, r)
	}
	return pages
}

func usagePages() []format.Rule {
	return slices.Concat(scanPages(), pagesOf(usageRules(), "usage.md"))
}

// rehearseRules are the rules of rehearse beside those of scan.
func rehearsePages() []format.Rule { return pagesOf(rehearse.Rules(), "rehearse.md") }
