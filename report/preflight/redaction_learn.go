package preflight

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// image learns the registry of an image, with its folders. The part after the last slash is kept.
func (m *redaction) image(image string) {
	i := strings.LastIndexByte(image, '/')
	if i <= 0 {
		return
	}
	m.name("registry", image[:i])
	first, _, _ := strings.Cut(image, "/")
	m.name("registry", first)
	if host, port, ok := strings.Cut(first, ":"); ok && port != "" {
		m.name("registry", host)
	}
}

// source learns the names in a source: "Helm release shop/web revision 3", "manager kubectl at …".
func (m *redaction) source(source string) {
	words := strings.Fields(source)
	for i, word := range words {
		if i == 0 {
			continue
		}
		switch strings.ToLower(words[i-1]) {
		case "manager", "by", "user":
			m.name("user", strings.Trim(word, `"',;:()`))
		case "release", "chart":
			m.pair("release", strings.Trim(word, `"',;:()`))
		}
	}
}

// The contexts of names in messages of servers and of the network.
var (
	quotedUser = lazy.Regexp(`(?i)(\buser )("[^"]*"|'[^']*')`)
	account    = lazy.Regexp(`system:serviceaccount:([^\s"':]+):([^\s"':,;)]+)`)
	systemNode = lazy.Regexp(`system:node:([^\s"':,;)]+)`)
	inURL      = lazy.Regexp(`(?i)\b(https?|oidc|tcp|udp)://([^\s/"'?#<>]+)`)
	dialled    = lazy.Regexp(`(?i)\b(lookup|dial tcp|dial udp|read tcp|write tcp) ([^\s"',;]+)`)
	address4   = lazy.Regexp(`\b\d{1,3}(\.\d{1,3}){3}\b`)
	address6   = lazy.Regexp(`\[[0-9a-fA-F:.%]*:[0-9a-fA-F:.%a-z0-9]*\]`)
	inNS       = lazy.Regexp(`(?i)(\bnamespace )("[^"]*"|'[^']*')`)
	inImage    = lazy.Regexp(`[a-zA-Z0-9][a-zA-Z0-9-]*(?:(?:\.[a-zA-Z0-9-]+)+(?::[0-9]+)?|:[0-9]+)(?:/[a-z0-9._-]+)*/[a-z0-9._-]+(?::[\w.-]+|@sha256:[0-9a-f]+)`)
	inHome     = lazy.Regexp(`/(?:home|Users|root)/[^\s"',;:]+`)
	uid        = lazy.Regexp(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`)
)

// learn finds names in a text by their context.
func (m *redaction) learn(text string) {
	unquote := func(s string) string { return s[1 : len(s)-1] }
	for _, f := range account().FindAllStringSubmatch(text, -1) {
		m.name("namespace", f[1])
		m.name("user", f[2])
	}
	for _, f := range systemNode().FindAllStringSubmatch(text, -1) {
		m.name("node", f[1])
	}
	for _, f := range quotedUser().FindAllStringSubmatch(text, -1) {
		if name := unquote(f[2]); !strings.HasPrefix(name, "system:") {
			m.name("user", name)
		}
	}
	for _, f := range inNS().FindAllStringSubmatch(text, -1) {
		m.name("namespace", unquote(f[2]))
	}
	for _, f := range slices.Concat(inURL().FindAllStringSubmatch(text, -1), dialled().FindAllStringSubmatch(text, -1)) {
		if user, _, has := strings.Cut(f[2], "@"); has {
			for _, part := range strings.Split(user, ":") {
				m.name("user", part)
			}
		}
		m.name("host", host(f[2]))
	}
	for _, list := range [][]string{address4().FindAllString(text, -1), address6().FindAllString(text, -1)} {
		for _, a := range list {
			m.name("host", strings.Trim(a, "[]"))
		}
	}
	for _, image := range inImage().FindAllString(text, -1) {
		m.image(image)
	}
	for _, path := range inHome().FindAllString(text, -1) {
		m.file(path)
	}
	for _, u := range uid().FindAllString(text, -1) {
		m.name("uid", u)
	}
}

// host returns an address without user, port and trailing colon.
func host(s string) string {
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	s = strings.TrimRight(s, ":.")
	if i := strings.LastIndexByte(s, ':'); i >= 0 && strings.Count(s, ":") == 1 {
		s = s[:i]
	}
	if rest, ok := strings.CutPrefix(s, "["); ok {
		s, _, _ = strings.Cut(rest, "]")
	}
	return s
}
