package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"k8s.io/client-go/rest"
)

// Client reads one API server. It is safe for concurrent use.
type Client struct {
	options Options
	name    string
	base    *url.URL
	http    *http.Client
	secrets secrets
	// anonymous: the client has no credentials.
	anonymous bool
	// renews: client-go renews the login after a 401 response.
	renews bool
	cache  *cache
	notes  *notes
	// identity distinguishes servers in the keys of documents that must not be shared.
	identity string

	now   func() time.Time
	pause func(context.Context, time.Duration) error
}

// New returns a client. It reads the kubeconfig and the files that it names, and sends no request.
func New(o Options) (*Client, error) {
	o = o.withDefaults()
	config, name, err := o.config()
	if err != nil {
		return nil, withoutSecrets(secrets{}, err)
	}
	c := &Client{options: o, name: name, secrets: newSecrets(config), notes: &notes{said: map[string]bool{}, warnf: o.Warnf}, pause: pause}
	c.now = time.Now //nolint:forbidigo // used for Retry-After only; no time gets into the result
	if err := c.connect(config); err != nil {
		return nil, withoutSecrets(c.secrets, fmt.Errorf("cannot use %s: %w", name, err))
	}
	if o.CacheDir != "" {
		c.cache = &cache{dir: o.CacheDir, limit: o.MaxDocument, warn: c.notes.warn}
	}
	return c, nil
}

// connect creates the HTTP client with the logins of client-go.
func (c *Client) connect(config *rest.Config) error {
	base, _, err := rest.DefaultServerUrlFor(config)
	if err != nil {
		return errors.New("the server's address is not a URL")
	}
	if base.User != nil && config.Username == "" && config.BearerToken == "" {
		config.Username = base.User.Username()
		config.Password, _ = base.User.Password()
		c.secrets = newSecrets(config)
	}
	base.User, base.RawQuery, base.Fragment = nil, "", ""
	base.Path = strings.TrimRight(base.Path, "/")
	config.Host = base.String()
	// The copy has the content of all files: an error names a missing file early, and the CA is
	// part of the server's identity.
	loaded := rest.CopyConfig(config)
	if err := rest.LoadTLSFiles(loaded); err != nil {
		return fmt.Errorf("cannot read a certificate or key: %w", err)
	}
	transport, err := rest.TransportFor(config)
	if err != nil {
		return err
	}
	if c.options.Wrap != nil {
		transport = c.options.Wrap(transport)
	}
	c.base, c.identity = base, identify(base, loaded)
	c.http = &http.Client{Transport: transport, CheckRedirect: checkRedirect}
	c.renews = config.ExecProvider != nil || config.AuthProvider != nil
	c.anonymous = !c.renews && config.BearerToken == "" && config.BearerTokenFile == "" &&
		config.Username == "" && len(loaded.CertData) == 0
	return nil
}

// identify returns a hash of the server's address and CA, for the names of cache files.
func identify(base *url.URL, config *rest.Config) string {
	h := sha256.New()
	for _, part := range []string{base.String(), config.ServerName, string(config.CAData)} {
		fmt.Fprintf(h, "%d %s\n", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// String names the server as the user did, without credentials.
func (c *Client) String() string {
	if address := bare(c.base); address != c.name {
		return c.name + " (" + address + ")"
	}
	return c.name
}

// Address is the server's scheme, host and port.
func (c *Client) Address() string { return bare(c.base) }

// withoutSecrets removes secrets from the text of err. It returns err itself if there are none.
func withoutSecrets(s secrets, err error) error {
	if clean := s.removeFrom(err.Error()); clean != err.Error() {
		return errors.New(clean)
	}
	return err
}

// pause waits for d. It returns early with the error of ctx if ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// maxNotes limits the warnings that a server can cause.
const maxNotes = 50

// notes passes each warning on once.
type notes struct {
	mu    sync.Mutex
	said  map[string]bool
	warnf func(format string, args ...any)
}

func (n *notes) warn(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.warnf == nil || n.said[text] || len(n.said) >= maxNotes {
		return
	}
	n.said[text] = true
	n.warnf("%s", printable(text))
}

// printable replaces control characters: warnings quote the server.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, s)
}
