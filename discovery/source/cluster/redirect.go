package cluster

import (
	"errors"
	"net/http"
)

var (
	errOtherHost = errors.New("redirected to another host")
	errCircle    = errors.New("redirected too often")
)

// maxRedirects is more than the one hop that API servers use: from an OpenAPI
// document's old hash to its new one.
const maxRedirects = 3

// checkRedirect follows redirects on the same host only. client-go adds the
// credentials to every request, whatever its host, so that following a redirect
// elsewhere would hand them over. A dry run is not sent again: the new address may lack
// dryRun=All. Its redirect is the answer.
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
