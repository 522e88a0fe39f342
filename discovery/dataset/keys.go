package dataset

import (
	"crypto/ed25519"
	"encoding/base64"
)

// projectKey is the public half of the key that signs the data sets of the kubedelta
// project. RELEASING.md says who has the private half, and how it is replaced.
const projectKey = "noJKj51DL8Z/c9XUyAt/haInhCDxcWQ0bjJmptuRq1A="

// Keys are those that this program believes. There are two while one is replaced.
func Keys() (keys []ed25519.PublicKey) {
	for _, text := range []string{projectKey} {
		if key, err := base64.StdEncoding.DecodeString(text); err == nil && len(key) == ed25519.PublicKeySize {
			keys = append(keys, key)
		}
	}
	return keys
}
