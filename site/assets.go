package site

import (
	_ "embed"

	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/page"
)

// The scripts of pages, below the root of the site.
const (
	reportScript  = "assets/report.js"
	searchScript  = "assets/search.js"
	compareScript = "assets/compare.js"
)

var (
	//go:embed assets/site.css
	styles string
	//go:embed assets/search.js
	searchCode string
	//go:embed assets/compare.js
	compareCode string
)

// assets returns the style sheet and the scripts.
func assets() []File {
	style, script := report.Assets()
	return []File{
		{page.StyleFile, []byte(page.Style() + style + styles)},
		{reportScript, []byte(script)}, {searchScript, []byte(searchCode)}, {compareScript, []byte(compareCode)},
	}
}
