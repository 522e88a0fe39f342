package dataset

import (
	"crypto/ed25519"
	"encoding/base64"
)

// projectKey is the public key for the signatures of kubedelta's data sets. RELEASING.md says who
// has the private key, and how it is replaced.
const projectKey = "noJKj51DL8Z/c9XUyAt/haInhCDxcWQ0bjJmptuRq1A="

// Keys returns the trusted keys. There are two while a key is being replaced.
func Keys() (keys []ed25519.PublicKey) {
	for _, text := range []string{projectKey} {
		if key, err := base64.StdEncoding.DecodeString(text); err == nil && len(key) == ed25519.PublicKeySize {
			keys = append(keys, key)
		}
	}
	return keys
}
