package cluster

import (
	"strings"

	"k8s.io/client-go/rest"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// secrets removes credentials from texts. The errors of this package contain none. This is for
// texts that come from libraries.
type secrets struct {
	words *strings.Replacer
}

// userInfo matches the user and password of a URL, up to the last @ before a space.
var userInfo = lazy.Regexp(`://[^\s"'<>]*@`)

// shortest is the minimum length of a secret. Shorter texts occur in ordinary words.
const shortest = 4

func newSecrets(config *rest.Config) secrets {
	words := []string{config.BearerToken, config.Password, string(config.KeyData), string(config.CertData)}
	if config.AuthProvider != nil {
		for _, key := range []string{"id-token", "refresh-token", "access-token", "client-secret"} {
			words = append(words, config.AuthProvider.Config[key])
		}
	}
	var pairs []string
	for _, w := range words {
		// A token file ends with a line break, which the header does not contain.
		if w = strings.TrimSpace(w); len(w) >= shortest {
			pairs = append(pairs, w, "[secret]")
		}
	}
	return secrets{words: strings.NewReplacer(pairs...)}
}

// removeFrom returns the text without the secrets.
func (s secrets) removeFrom(text string) string {
	if s.words != nil {
		text = s.words.Replace(text)
	}
	return userInfo().ReplaceAllString(text, "://")
}
