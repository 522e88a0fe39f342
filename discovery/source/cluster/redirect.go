package cluster

import (
	"errors"
	"net/http"
)

var (
	errOtherHost = errors.New("redirected to another host")
	errCircle    = errors.New("redirected too often")
)

// maxRedirects is larger than the one redirect that API servers send: from a document's old hash to
// its new one.
const maxRedirects = 3

// checkRedirect follows redirects on the same host only. client-go adds the credentials to every
// request, so a redirect to another host would send them there. It does not follow the redirect of
// a dry run, because the new address may lack dryRun=All. That redirect is the response.
func checkRedirect(next *http.Request, before []*http.Request) error {
	if before[0].Method != http.MethodGet {
		return http.ErrUseLastResponse
	}
	first := before[0].URL
	if next.URL.Scheme != first.Scheme || next.URL.Host != first.Host || next.URL.User != nil {
		return errOtherHost
	}
	if len(before) > maxRedirects {
		return errCircle
	}
	return nil
}
