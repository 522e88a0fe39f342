package secret

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// lastApplied is the annotation in which kubectl apply keeps the object as it was
// written, whatever its kind.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// modeOf is what an entry of a map is looked at as, by its key.
func modeOf(n *tree.Node) mode {
	switch n.Kind {
	case tree.Map, tree.List:
		switch {
		case n.Key == "stringData", n.Key == lastApplied:
			return all
		case ends(n.Key, "env", "envs", "envvars", "envvariables", "environment", "environmentvariables", "headers"):
			return variables
		}
	case tree.String, tree.Number:
		if n.Key == lastApplied || Key(n.Key) {
			return all
		}
	case tree.Null, tree.Bool:
	}
	return open
}

// Key reports whether a key says that its value is a credential.
func Key(key string) bool {
	return ends(key, "password", "passwd", "passphrase", "pass", "pwd", "pw", "token", "secret", "apikey", "secretkey", "accesskey", "privatekey",
		"keydata", "connectionstring", "dsn", "credentials", "authorization")
}

// ends reports whether a key ends in one of the words, whatever its case and what
// its writer parts words by: clientSecret, CLIENT_SECRET, client-secret.
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

// Text reports whether a text shows by its form that it holds a credential: a URL
// with a user, an option such as --password=x, an authorisation header, a key, a
// Secret written out in it, or something packed, as Helm packs its releases with
// all their values.
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

// given: something may be given to something in the text.
func given(text string) bool {
	return strings.IndexByte(text, ':') >= 0 || strings.IndexByte(text, '=') >= 0 || strings.IndexByte(text, ' ') >= 0
}

// How gzip's first bytes look in base64, and those in base64 once more.
const (
	gzipped      = "H4sI"
	gzippedTwice = "SDRzS"
)

// shortest is the length from which a text can hold more than a word.
const shortest = 8

// option: a word for a credential, with something given to it.
func option(text string) bool {
	for i := range len(text) - len("token=") {
		for _, word := range optionsBy(lower(text[i])) {
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

// optionsBy are words for credentials, by their first letter.
func optionsBy(letter byte) []string {
	switch letter {
	case 'p':
		return wordsOfP[:]
	case 't':
		return wordsOfT[:]
	case 's':
		return wordsOfS[:]
	case 'a':
		return wordsOfA[:]
	default:
		return nil
	}
}

//nolint:gochecknoglobals // constants
var (
	wordsOfP = [...]string{"password", "passwd", "passphrase", "private-key"}
	wordsOfT = [...]string{"token"}
	wordsOfS = [...]string{"secret"}
	wordsOfA = [...]string{"api-key", "apikey", "api_key", "access-key", "access_key"}
)
