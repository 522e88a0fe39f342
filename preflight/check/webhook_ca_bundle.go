package check

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkWebhookCABundle(in preflight.Input) found {
	return eachWebhook(in, func(f *found, w *evidence.Webhook) { f.bundle(in, w) })
}

func (f *found) bundle(in preflight.Input, w *evidence.Webhook) {
	add := func(severity rule.Severity, word, text string) {
		if !failsClosed(w) {
			severity = rule.Info
		}
		f.add(ofHook(w, severity, word, "%s", hookName(w)+text)).Commands = renewing(w)
	}
	// The certificate of a URL may be from a public authority.
	if len(w.Client.CABundle) == 0 && w.Client.Service != "" {
		add(rule.Risky, "no-ca-bundle", " has no CA bundle, so only certificates of public certificate authorities are accepted")
	}
	for _, fault := range bundleFaults(w.Client, in.At) {
		add(fault.severity, fault.word, ": "+fault.text)
	}
}

// renewing returns the commands that show the certificate, and what renews it if the annotation of
// cert-manager's CA injector names that.
func renewing(w *evidence.Webhook) []string {
	commands := []string{"kubectl get " + configurationResource(w) + " " + phrase.Word(w.Name) + " -o jsonpath=" +
		phrase.Word(`{.webhooks[?(@.name=="`+w.Hook+`")].clientConfig.caBundle}`) + " | base64 -d | openssl x509 -noout -subject -dates"}
	for _, from := range []struct{ annotation, resource string }{
		{"cert-manager.io/inject-ca-from", "certificate"}, {"cert-manager.io/inject-ca-from-secret", "secret"},
	} {
		if namespace, name, is := strings.Cut(w.Annotations[from.annotation], "/"); is {
			commands = append(commands, "kubectl -n "+phrase.Word(namespace)+" describe "+from.resource+" "+phrase.Word(name))
		}
	}
	return commands
}
