package rehearse

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/secret"
)

// shortest is the shortest value that is searched for in a text. Shorter ones are in any text.
const shortest = 4

// maxValue limits the length of a value.
const maxValue = 200

var (
	// random matches the name of a volume that admission adds to Pods
	// (plugin/pkg/admission/serviceaccount).
	random = lazy.Regexp(`kube-api-access-[a-z0-9]{5}`)
	// ofRun matches the UID of an object, which the API server also writes into the selector and the
	// labels of a Job (pkg/registry/batch/job, generateSelector), and the hash of a client's certificate,
	// which it writes into a CertificateSigningRequest (pkg/registry/certificates, PrepareForCreate).
	ofRun = lazy.Regexp(`\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|X509SHA256=[0-9a-f]{64})\b`)
)

// shown makes texts of a server fit to be shown: without values that may be credentials, and without
// what the server generates, which differs each time.
type shown struct {
	sent []byte
	hide *strings.Replacer
}

func (s shown) text(text string) string {
	text = random().ReplaceAllString(s.hide.Replace(text), "kube-api-access-...")
	return ofRun().ReplaceAllStringFunc(text, func(found string) string {
		if bytes.Contains(s.sent, []byte(found)) {
			return found
		}
		return "(generated)"
	})
}

// value is [shown.text] of a value, which it shortens.
func (s shown) value(text string) string {
	if text = s.text(text); len(text) > maxValue {
		text = strings.ToValidUTF8(text[:maxValue], "") + "..."
	}
	return text
}

// hiderOf returns a replacer of the values in objects that may be credentials.
func hiderOf(objects ...[]byte) *strings.Replacer {
	var pairs []string
	var hidden secret.Hidden
	var rd reader.Reader
	for _, text := range objects {
		rd.Read("", text, func(o *tree.Object) {
			hidden.Look(o.Tree, o.Root, o.Kind == "Secret")
			for i := range o.Tree.Nodes {
				value := o.Tree.Nodes[i].Value
				if len(value) < shortest || !hidden.Node(i) {
					continue
				}
				// Servers quote values as Go does.
				pairs = append(pairs, strings.Clone(value), "(hidden)")
				if q := strconv.Quote(value); q[1:len(q)-1] != value {
					pairs = append(pairs, q[1:len(q)-1], "(hidden)")
				}
			}
		})
	}
	return strings.NewReplacer(pairs...)
}
