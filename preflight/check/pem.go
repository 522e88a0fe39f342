package check

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"time"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

type fault struct {
	// word is the value of the item. It is short and stable.
	word string
	text string
	// severity is for a caller that fails without the backend.
	severity rule.Severity
}

// expiring is how long before its expiry a certificate is reported, if less than a third of its
// lifetime is left. It is only information, because tools that renew certificates do so by then
// (cert-manager after two thirds) or just before the expiry (OLM and ECK on the last day, Kyverno
// in the last 15). On its last day it is a finding.
const (
	expiring = 30 * lastDay
	lastDay  = 24 * time.Hour
)

// certificatesLimit is how many certificates of a bundle are parsed.
const certificatesLimit = 200

// bundleFaults checks the CA bundle of a client that is called by service or URL. What an empty
// bundle means depends on the caller, so it is no fault here.
func bundleFaults(client evidence.WebhookClient, at time.Time) []fault {
	certificates, bad := parseBundle(client.CABundle)
	switch {
	case len(client.CABundle) == 0:
		return nil
	case len(certificates) == 0 && bad == "":
		return []fault{{"unparseable", "the CA bundle contains no PEM certificate", rule.Breaking}}
	case len(certificates) == 0:
		return []fault{{"unparseable", "the CA bundle cannot be parsed: " + bad, rule.Breaking}}
	}
	faults := timeFaults(certificates, at)
	if bad != "" {
		faults = append(faults, fault{"partly-unparseable", "a certificate of the CA bundle cannot be parsed: " + bad, rule.Info})
	}
	host := client.Service + "." + client.Namespace + ".svc"
	if leaf := pinnedLeaf(certificates, host); leaf != nil {
		faults = append(faults, leafFaults(leaf, host, client.Service != "")...)
	}
	return faults
}

func parseBundle(data []byte) (certificates []*x509.Certificate, bad string) {
	rest := bytes.TrimSpace(data)
	for len(rest) > 0 && len(certificates) < certificatesLimit {
		var block *pem.Block
		block, rest = pem.Decode(rest)
		if block == nil {
			break
		}
		if block.Type != "CERTIFICATE" {
			continue
		}
		c, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			bad = err.Error()
			continue
		}
		certificates = append(certificates, c)
	}
	return certificates, bad
}

// timeFaults checks the validity of a bundle. It is valid while one of its certificates is.
func timeFaults(certificates []*x509.Certificate, at time.Time) []fault {
	if at.IsZero() {
		return []fault{{"time-unknown", "the time at which the cluster was read is unknown, so whether the CA bundle has expired is unknown", rule.Unknown}}
	}
	var last, first time.Time
	var lifecycle time.Duration
	for _, c := range certificates {
		if c.NotAfter.After(last) {
			last, lifecycle = c.NotAfter, c.NotAfter.Sub(c.NotBefore)
		}
		if c.NotAfter.After(at) && (first.IsZero() || c.NotBefore.Before(first)) {
			first = c.NotBefore
		}
	}
	day := last.UTC().Format(time.DateOnly)
	switch {
	case at.After(last):
		return []fault{{"expired", "the CA bundle expired on " + day, rule.Breaking}}
	case at.Before(first):
		return []fault{{"not-yet-valid", "the CA bundle is valid only from " + first.UTC().Format(time.DateOnly) + " on", rule.Breaking}}
	}
	switch left := last.Sub(at); {
	case left >= lifecycle/3:
	case left < lastDay:
		return []fault{{"expiring", "the CA bundle expires on " + last.UTC().Format("2006-01-02 15:04 UTC") + ", within a day, and was not renewed", rule.Risky}}
	case left < expiring:
		return []fault{{"expiring", "the CA bundle expires on " + day + ", with less than a third of its lifetime left", rule.Info}}
	}
	return nil
}

// pinnedLeaf returns the serving certificate that a bundle pins instead of its certificate
// authority. If it pins several, the one for the host is returned. It returns nil if one of the
// certificates is an authority.
func pinnedLeaf(certificates []*x509.Certificate, host string) *x509.Certificate {
	leaf := certificates[0]
	for _, c := range certificates {
		// Version 1 certificates have no constraints; Go accepts them as roots.
		if c.IsCA || c.Version < 3 {
			return nil
		}
		if c.VerifyHostname(host) == nil {
			leaf = c
		}
	}
	return leaf
}

func leafFaults(leaf *x509.Certificate, host string, byService bool) []fault {
	faults := []fault{{"not-a-ca", "the CA bundle contains a serving certificate, not a CA: if the serving certificate is renewed, the bundle must be changed too", rule.Deprecation}}
	switch {
	case len(leaf.DNSNames) == 0 && len(leaf.IPAddresses) == 0:
		faults = append(faults, fault{"common-name-only", "the certificate in the CA bundle has no subject alternative name: API servers from 1.23 on ignore the common name", rule.Breaking})
	case byService && leaf.VerifyHostname(host) != nil:
		faults = append(faults, fault{"wrong-name", "the certificate in the CA bundle is not for " + host, rule.Breaking})
	}
	if a := leaf.SignatureAlgorithm; a == x509.SHA1WithRSA || a == x509.ECDSAWithSHA1 || a == x509.DSAWithSHA1 {
		faults = append(faults, fault{"sha-1", "the certificate in the CA bundle is signed with SHA-1, which API servers reject (Go 1.18, Kubernetes 1.24)", rule.Risky})
	}
	return faults
}
