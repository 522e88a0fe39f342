package cluster

import (
	"errors"
	"net/http"
)

var (
	errOtherHost = errors.New("redirected to another host")
	errCircle    = errors.New("redirected too often")
)

// maxRedirects: API servers send one, from a document's old hash to its new one.
const maxRedirects = 3

// checkRedirect follows redirects on the same host only, because client-go adds the credentials to
// every request. That of a dry run is the response: the new address may lack dryRun=All.
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
