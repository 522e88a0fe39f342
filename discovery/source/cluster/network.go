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
	"strings"
	"syscall"

	utilnet "k8s.io/apimachinery/pkg/util/net"
)

// wording describes an error of the network. The zero value is none.
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
	for _, find := range []func(error) wording{redirectPhrase, loginPhrase, certificatePhrase, connectionPhrase} {
		if p := find(err); p.problem != "" {
			return p
		}
	}
	// The innermost error describes the cause without the address.
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	text := strings.ReplaceAll(c.secrets.removeFrom(firstLine(err.Error())), c.base.Host, "the server")
	return wording{problem: "no response: " + text, advice: "check the address, the network and the login"}
}

func redirectPhrase(err error) wording {
	switch {
	case errors.Is(err, errOtherHost):
		return wording{
			problem: "the server redirects to another host, which kubedelta does not follow: the credentials would go there",
			advice:  "log in to the proxy in front of the API server, or use the API server's own address",
		}
	case errors.Is(err, errCircle):
		return wording{problem: "too many redirects", advice: "check the address"}
	}
	return wording{}
}

// loginPhrase recognises the errors of exec plugins and OIDC by their text, because they have no
// types. The response of an identity provider may contain a token and is not quoted.
func loginPhrase(err error) wording {
	text := err.Error()
	if plugin, ok := strings.CutPrefix(text, "getting credentials: "); ok {
		return wording{problem: "the kubeconfig's login plugin gave no credentials (" + firstLine(plugin) + ")", advice: "run `kubectl version` with the same context to see the plugin's own message, and log in again"}
	}
	for _, start := range []string{"No valid id-token", "failed to refresh token", "oidc:", "token response did not contain", "could not persist new tokens"} {
		if strings.HasPrefix(text, start) {
			return wording{problem: "the OIDC login has ended and could not be renewed", advice: "log in again"}
		}
	}
	return wording{}
}

func certificatePhrase(err error) wording {
	var (
		unknown  x509.UnknownAuthorityError
		host     x509.HostnameError
		invalid  x509.CertificateInvalidError
		notTLS   tls.RecordHeaderError
		alert    tls.AlertError
		anyOther *tls.CertificateVerificationError
	)
	switch {
	case errors.As(err, &unknown):
		return wording{problem: "the server's certificate is signed by an authority that is not trusted", advice: "give the cluster's CA file"}
	case errors.As(err, &host):
		return wording{problem: "the server's certificate is not for this address", advice: "use an address that it names, or set the TLS server name"}
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return wording{problem: "the server's certificate has expired or is not valid yet", advice: "check the clock here, or renew the certificate"}
	case errors.As(err, &anyOther):
		return wording{problem: "the server's certificate cannot be verified", advice: "check the CA file and the TLS server name"}
	case errors.As(err, &notTLS), errors.Is(err, http.ErrSchemeMismatch):
		return wording{problem: "the server does not use TLS", advice: "check the port"}
	case errors.As(err, &alert):
		return wording{problem: "the server ended the TLS handshake (" + alert.Error() + ")", advice: "check the client certificate"}
	}
	return wording{}
}

func connectionPhrase(err error) wording {
	var (
		name *net.DNSError
		op   *net.OpError
	)
	switch {
	case errors.As(err, &op) && op.Op == "proxyconnect":
		return wording{problem: "the proxy cannot be reached", advice: "check the proxy's address"}
	case errors.As(err, &name):
		return wording{problem: "the server's name cannot be resolved", advice: "check the address"}
	case errors.Is(err, syscall.ECONNREFUSED):
		return wording{problem: "the connection was refused", advice: "check the address, and whether the API server runs"}
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return wording{problem: "the server cannot be reached over the network", advice: "check the address, and the VPN if there is one"}
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &op) && op.Timeout():
		return wording{problem: "no response in time", advice: "check the address and the network, or allow more time for a request (--request-timeout)"}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.EPIPE),
		utilnet.IsProbableEOF(err), utilnet.IsConnectionReset(err), utilnet.IsHTTP2ConnectionLost(err),
		strings.Contains(err.Error(), "stream error: "), strings.Contains(err.Error(), "GOAWAY"):
		return wording{problem: "the connection was lost", advice: "try again; if the problem persists, check the network and any proxies", again: true}
	}
	return wording{}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSpace(line)
}
