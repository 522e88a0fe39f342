package changelog

import (
	"strconv"
	"strings"
)

// PullRequest identifies a pull request.
type PullRequest struct {
	// Repository is "owner/name", or "" for kubernetes/kubernetes.
	Repository string
	Number     int
}

// PullRequestOf parses the URL of a pull request. For kubernetes/kubernetes it also accepts the URL
// of an issue, because notes have it by mistake and GitHub redirects it to the pull request.
func PullRequestOf(url string) (p PullRequest, ok bool) {
	_, path, _ := strings.Cut(url, "github.com/")
	parts := strings.SplitN(path, "/", 5)
	if len(parts) < 4 {
		return p, false
	}
	if p.Repository = parts[0] + "/" + parts[1]; strings.EqualFold(p.Repository, "kubernetes/kubernetes") {
		p.Repository = ""
	}
	if parts[2] != "pull" && parts[2] != "pulls" && (parts[2] != "issues" || p.Repository != "") {
		return PullRequest{}, false
	}
	digits := len(parts[3]) - len(strings.TrimLeft(parts[3], "0123456789"))
	p.Number = ParseNumber(parts[3][:digits])
	return p, p.Number > 0
}

// ParseNumber parses the number of a pull request or an enhancement, or returns 0.
func ParseNumber(s string) int {
	const longest = 9
	if len(s) > longest {
		return 0
	}
	n, _ := strconv.ParseUint(s, 10, 31) // 0 if it is not a number
	return int(n)
}
