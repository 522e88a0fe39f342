package site

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/page"
)

// The addresses of pages below the folder of a language, without the extension. They must not
// change, because other sites link to them.
const (
	homePage    = "index"
	matrixPage  = "matrix"
	aboutPage   = "about"
	searchPage  = "search"
	comparePage = "compare"
	kindsPage   = "resources/index"
	gatesPage   = "gates/index"
	sigsPage    = "sigs/index"
	feedFile    = "feed.atom"
)

func releasePage(r discovery.Release) string { return "releases/" + r.String() + "/index" }

func apiPage(r discovery.Release) string { return "releases/" + r.String() + "/api" }

func notesPage(r discovery.Release) string { return "releases/" + r.String() + "/notes" }

func sigNotesPage(r discovery.Release, sig string) string {
	return "releases/" + r.String() + "/sig-" + plainName(sig)
}

func sigPage(sig string) string { return "sigs/" + plainName(sig) }

func typePage(name string) string { return "types/" + plainName(name) }

func kindPage(gv discovery.GroupVersion, resource string) string {
	return "resources/" + plainName(cmp.Or(gv.Group, "core")) + "/" + plainName(gv.Version) + "/" + plainName(resource)
}

// plainName returns a name as part of an address or an anchor. Other characters are written as
// numbers, so that two names never become the same.
func plainName(name string) string {
	var b strings.Builder
	for i, c := range []byte(name) {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '-', c == '.' && i > 0:
			b.WriteByte(c)
		default:
			b.WriteString("_" + strconv.FormatInt(int64(c), 16))
		}
	}
	if b.Len() == 0 {
		return "_"
	}
	return b.String()
}

func root(at string) string {
	if n := strings.Count(at, "/"); n > 0 {
		return strings.Repeat("../", n)
	}
	return "./"
}

func to(at, page, anchor string) string {
	address := root(at) + page + ".html"
	if anchor != "" {
		address += "#" + anchor
	}
	return address
}

func linked(run page.Run, at, page, anchor string) page.Run {
	run.To = to(at, page, anchor)
	return run
}
