package engine

import (
	"fmt"
	"path"
	"strings"
	"text/template"
)

// paths are those of the chart: with slashes, on every machine.
func (r *renderer) paths() template.FuncMap {
	return template.FuncMap{
		"base": path.Base, "dir": path.Dir, "clean": path.Clean, "ext": path.Ext, "isAbs": path.IsAbs,
		"osBase": path.Base, "osDir": path.Dir, "osClean": path.Clean, "osExt": path.Ext, "osIsAbs": path.IsAbs,
	}
}

func (r *renderer) urls() template.FuncMap {
	return template.FuncMap{"urlParse": parseURL, "urlJoin": joinURL}
}

// parseURL takes a URL apart: scheme://userinfo@host/path?query#fragment. Nothing
// is looked up.
func parseURL(s string) map[string]any {
	out := map[string]any{"scheme": "", "host": "", "hostname": "", "path": "", "query": "", "opaque": "", "fragment": "", "userinfo": ""}
	s, out["fragment"], _ = strings.Cut(s, "#")
	s, out["query"], _ = strings.Cut(s, "?")
	if scheme, rest, ok := strings.Cut(s, ":"); ok && !strings.ContainsAny(scheme, "/@[") {
		out["scheme"] = strings.ToLower(scheme)
		if s = rest; !strings.HasPrefix(s, "/") {
			out["opaque"] = s
			return out
		}
	}
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		host := rest
		s = ""
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			host, s = rest[:i], rest[i:]
		}
		if i := strings.LastIndexByte(host, '@'); i >= 0 {
			out["userinfo"], host = host[:i], host[i+1:]
		}
		out["host"], out["hostname"] = host, hostname(host)
	}
	out["path"] = s
	return out
}

// hostname leaves out the port, and the brackets of an IPv6 address.
func hostname(host string) string {
	if inside, ok := strings.CutPrefix(host, "["); ok {
		inside, _, _ = strings.Cut(inside, "]")
		return inside
	}
	host, _, _ = strings.Cut(host, ":")
	return host
}

func joinURL(parts map[string]any) (string, error) {
	part := map[string]string{}
	for _, name := range []string{"scheme", "host", "path", "query", "opaque", "fragment", "userinfo"} {
		s, ok := parts[name].(string)
		if v, there := parts[name]; there && !ok {
			return "", fmt.Errorf("unable to parse %s key, must be of type string, but %T found", name, v)
		}
		part[name] = s
	}
	var b strings.Builder
	write := func(before, s, after string) {
		if s != "" {
			b.WriteString(before + s + after)
		}
	}
	write("", part["scheme"], ":")
	if part["opaque"] != "" {
		b.WriteString(part["opaque"])
	} else {
		if part["host"] != "" || part["userinfo"] != "" {
			b.WriteString("//")
			write("", part["userinfo"], "@")
			b.WriteString(part["host"])
			if part["path"] != "" && part["path"][0] != '/' {
				b.WriteByte('/')
			}
		}
		b.WriteString(part["path"])
	}
	write("?", part["query"], "")
	write("#", part["fragment"], "")
	return b.String(), nil
}
