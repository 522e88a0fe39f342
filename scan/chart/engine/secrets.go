package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"text/template"
)

// certificate is the result of genCA and similar functions.
type certificate struct{ Cert, Key string }

// secrets returns the functions that are random or make keys. Their results have the form of
// Helm's; they are not used, and are the same in every run.
func (r *renderer) secrets() template.FuncMap {
	random := func(alphabet string) func(int) string {
		return func(n int) string { return r.draw(n, alphabet) }
	}
	const small, capital, decimal = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	pem := func(what string) string {
		return "-----BEGIN " + what + "-----\n" + r.draw(64, small+decimal) + "\n-----END " + what + "-----\n"
	}
	pair := func(...any) certificate { return certificate{pem("CERTIFICATE"), pem("RSA PRIVATE KEY")} }
	return template.FuncMap{
		"shuffle":      func(s string) string { return s },
		"randInt":      func(low, _ int) int { return low },
		"randAlphaNum": random(small + capital + decimal),
		"randAlpha":    random(small + capital),
		"randNumeric":  random(decimal),
		"randAscii":    random(small + capital + decimal + "!#$%&*+-./:;<=>?@^_~"),
		"randBytes":    random(small + capital + decimal),
		"uuidv4": func() string {
			s := r.draw(32, "0123456789abcdef")
			return fmt.Sprintf("%s-%s-4%s-a%s-%s", s[:8], s[8:12], s[13:16], s[17:20], s[20:])
		},
		"genPrivateKey":            func(string) string { return pem("RSA PRIVATE KEY") },
		"buildCustomCert":          func(...any) certificate { return pair() },
		"genCA":                    pair,
		"genCAWithKey":             pair,
		"genSelfSignedCert":        pair,
		"genSelfSignedCertWithKey": pair,
		"genSignedCert":            pair,
		"genSignedCertWithKey":     pair,
		"bcrypt":                   func(s string) string { return "$2a$10$" + digest(s)[:53] },
		"htpasswd":                 func(user, password string) string { return user + ":$2a$10$" + digest(password)[:53] },
		"derivePassword":           func(_ uint32, _, password, _, _ string) string { return digest(password)[:16] },
		"encryptAES":               func(_, s string) string { return digest(s) },
		"decryptAES":               func(_, s string) string { return digest(s) },
	}
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// draw returns n letters of an alphabet: different ones in each call, and the same in every run.
func (r *renderer) draw(n int, alphabet string) string {
	r.meter.allow(n)
	out := make([]byte, 0, n)
	for len(out) < n {
		r.drawn++
		sum := sha256.Sum256(binary.BigEndian.AppendUint64(nil, r.drawn))
		for _, b := range sum[:min(len(sum), n-len(out))] {
			out = append(out, alphabet[int(b)%len(alphabet)])
		}
	}
	return string(out)
}
