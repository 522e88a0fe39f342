package secret

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// LastApplied is the annotation in which kubectl apply keeps the object as it was written, including
// the values of Secrets.
const LastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// modeOf is the mode for an entry of a map, by its key.
func modeOf(n *tree.Node) mode {
	switch n.Kind {
	case tree.Map, tree.List:
		switch {
		case n.Key == "stringData", n.Key == LastApplied:
			return all
		case ends(n.Key, "env", "envs", "envvars", "envvariables", "environment", "environmentvariables", "headers"):
			return variables
		}
	case tree.String, tree.Number:
		if n.Key == LastApplied || Key(n.Key) {
			return all
		}
	case tree.Null, tree.Bool:
	}
	return open
}

// Key reports whether a key shows that its value is a credential.
func Key(key string) bool {
	return ends(key, "password", "passwd", "passphrase", "pass", "pwd", "pw", "token", "secret", "apikey", "secretkey", "accesskey", "privatekey",
		"keydata", "connectionstring", "dsn", "credentials", "authorization")
}

// ends reports whether a key ends in one of the words, in any case and with any separators:
// clientSecret, CLIENT_SECRET, client-secret.
func ends(key string, words ...string) bool {
	for _, w := range words {
		if len(key) >= len(w) && lower(key[len(key)-1]) == w[len(w)-1] && endsIn(key, w) {
			return true
		}
	}
	return false
}

func endsIn(key, word string) bool {
	k := len(key) - 1
	for w := len(word) - 1; w >= 0; w-- {
		for k >= 0 && (key[k] == '-' || key[k] == '_' || key[k] == '.') {
			k--
		}
		if k < 0 || lower(key[k]) != word[w] {
			return false
		}
		k--
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// Text reports whether the form of a text shows that it has a credential: a URL with a user, an
// option such as --password=x, an authorization header, a key, a Secret in the text, or compressed
// data, as Helm keeps its releases with all their values.
func Text(text string) bool {
	if len(text) < shortest {
		return false
	}
	for _, form := range [...]string{"Bearer ", "Basic ", gzipped, gzippedTwice} {
		if strings.HasPrefix(text, form) {
			return true
		}
	}
	if !given(text) {
		return false
	}
	if at := strings.Index(text, "://"); at >= 0 && strings.Contains(text[at:], "@") {
		return true
	}
	return strings.Contains(text, "PRIVATE KEY-----") || strings.Contains(text, "Secret") && strings.Contains(text, "kind") || option(text)
}

// given reports whether a text may assign something to something.
func given(text string) bool {
	return strings.IndexByte(text, ':') >= 0 || strings.IndexByte(text, '=') >= 0 || strings.IndexByte(text, ' ') >= 0
}

// The first bytes of gzip in base64, and in base64 encoded twice.
const (
	gzipped      = "H4sI"
	gzippedTwice = "SDRzS"
)

// shortest is the length from which a text can have more than a word.
const shortest = 8

// option reports whether a text has a word for a credential with a value.
func option(text string) bool {
	for i := range len(text) - len("token=") {
		for _, word := range options[lower(text[i])] {
			if len(text) < i+len(word) || !strings.EqualFold(text[i:i+len(word)], word) {
				continue
			}
			if rest := strings.TrimLeft(text[i+len(word):], `"'`); rest != "" && strings.IndexByte("=: ", rest[0]) >= 0 {
				return true
			}
		}
	}
	return false
}

// options are words for credentials, by their first letter.
//
//nolint:gochecknoglobals // a constant
var options = [256][]string{
	'p': {"password", "passwd", "passphrase", "private-key"}, 't': {"token"}, 's': {"secret"},
	'a': {"api-key", "apikey", "api_key", "access-key", "access_key"},
}
