package cluster

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"

	utilnet "k8s.io/apimachinery/pkg/util/net"
)

// wording describes an error of the network.
type wording struct {
	problem, advice string
	again           bool
}

// unanswered returns the error for a request without a complete response. Errors of libraries
// contain addresses and host names, so they are only in detail.
func (c *Client) unanswered(r request, err error) *requestError {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	p := c.phraseFor(err)
	return &requestError{
		request: r, problem: p.problem, advice: p.advice, again: p.again,
		detail: errors.New(c.secrets.removeFrom(firstLine(err.Error()))),
	}
}

func (c *Client) phraseFor(err error) wording {
	// The errors of exec plugins have no type.
	if plugin, ok := strings.CutPrefix(err.Error(), "getting credentials: "); ok {
		return wording{problem: "the kubeconfig's credential plugin returned no credentials (" + firstLine(plugin) + ")", advice: "run `kubectl version` with the same context to see the plugin's own message, and log in again"}
	}
	if alert, ok := errors.AsType[tls.AlertError](err); ok {
		return wording{problem: "the server ended the TLS handshake (" + alert.Error() + ")", advice: "check the client certificate"}
	}
	for _, known := range failures() {
		if known.is(err) {
			return known.wording
		}
	}
	// The innermost error describes the cause without the address.
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	text := strings.ReplaceAll(c.secrets.removeFrom(firstLine(err.Error())), c.base.Host, "the server")
	return wording{problem: "no response: " + text, advice: "check the address, the network and the login"}
}

type failure struct {
	is func(error) bool
	wording
}

// failures are the known errors. The first that matches counts.
func failures() []failure {
	return []failure{
		{oneOf(errOtherHost), wording{"the server redirects to another host, which kubedelta does not follow: the credentials would go there", "log in to the proxy in front of the API server, or use the API server's own address", false}},
		{oneOf(errCircle), wording{"too many redirects", "check the address", false}},
		{isOIDC, wording{"the OIDC login has ended and could not be renewed", "log in again", false}},
		{as[x509.UnknownAuthorityError], wording{"the server's certificate is signed by an authority that is not trusted", "specify the cluster's CA file", false}},
		{as[x509.HostnameError], wording{"the server's certificate is not for this address", "use an address that the certificate contains, or set the TLS server name", false}},
		{isExpired, wording{"the server's certificate has expired or is not valid yet", "check the clock here, or renew the certificate", false}},
		{as[*tls.CertificateVerificationError], wording{"the server's certificate cannot be verified", "check the CA file and the TLS server name", false}},
		{as[tls.RecordHeaderError], wording{"the server does not use TLS", "check the port", false}},
		{oneOf(http.ErrSchemeMismatch), wording{"the server does not use TLS", "check the port", false}},
		{isProxy, wording{"the proxy cannot be reached", "check the proxy's address", false}},
		{as[*net.DNSError], wording{"the server's name cannot be resolved", "check the address", false}},
		{oneOf(syscall.ECONNREFUSED), wording{"the connection was refused", "check the address, and whether the API server runs", false}},
		{oneOf(syscall.EHOSTUNREACH, syscall.ENETUNREACH), wording{"the server cannot be reached over the network", "check the address, and the VPN if there is one", false}},
		{isLate, wording{"no response in time", "check the address and the network, or allow more time for a request (--request-timeout)", false}},
		{isLost, wording{"the connection was lost", "try again; if the problem persists, check the network and any proxies", true}},
	}
}

func oneOf(of ...error) func(error) bool {
	return func(err error) bool {
		return slices.ContainsFunc(of, func(one error) bool { return errors.Is(err, one) })
	}
}

func as[E error](err error) bool {
	_, is := errors.AsType[E](err)
	return is
}

// isOIDC recognises errors by their text, because they have no types. The response of an identity
// provider may contain a token and is not quoted.
func isOIDC(err error) bool {
	return slices.ContainsFunc([]string{"No valid id-token", "failed to refresh token", "oidc:", "token response did not contain", "could not persist new tokens"},
		func(start string) bool { return strings.HasPrefix(err.Error(), start) })
}

func isExpired(err error) bool {
	invalid, is := errors.AsType[x509.CertificateInvalidError](err)
	return is && invalid.Reason == x509.Expired
}

func isProxy(err error) bool {
	op, is := errors.AsType[*net.OpError](err)
	return is && op.Op == "proxyconnect"
}

func isLate(err error) bool {
	op, is := errors.AsType[*net.OpError](err)
	return errors.Is(err, context.DeadlineExceeded) || is && op.Timeout()
}

func isLost(err error) bool {
	return oneOf(io.EOF, io.ErrUnexpectedEOF, syscall.EPIPE)(err) || utilnet.IsProbableEOF(err) || utilnet.IsConnectionReset(err) || utilnet.IsHTTP2ConnectionLost(err) ||
		strings.Contains(err.Error(), "stream error: ") || strings.Contains(err.Error(), "GOAWAY")
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSpace(line)
}
