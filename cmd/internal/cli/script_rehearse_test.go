package cli_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

// fakeServer is a kube-apiserver, as far as rehearse starts one: what it serves is that of
// Kubernetes 1.36, what it says to objects is in FOLDER/answers. Scripts call it as
// fake-kube-apiserver FOLDER FLAG...
func fakeServer() int {
	flags := map[string]string{}
	for _, arg := range os.Args[2:] {
		name, value, _ := strings.Cut(arg, "=")
		flags[name] = value
	}
	if _, asked := flags["--version"]; asked {
		fmt.Println("Kubernetes v1.36.1")
		return 0
	}
	if text, err := os.ReadFile(filepath.Join(os.Args[1], "broken")); err == nil {
		fmt.Fprint(os.Stderr, string(text))
		return 1
	}
	if err := serveFake(os.Args[1], flags); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return 1
}

func serveFake(folder string, flags map[string]string) error {
	surface, err := apiserver.ReleaseSurface("v1.36.1")
	if err != nil {
		return err
	}
	answers, err := apiserver.ReadDryRuns(filepath.Join(folder, "answers"))
	if err != nil {
		return err
	}
	answers.Keeps, answers.Died = true, func() { os.Exit(1) }
	services, err := apiserver.Objects(surface, []byte(`{"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService","metadata":{"name":"v1."},"spec":{"version":"v1"},"status":{"conditions":[{"type":"Available","status":"True"}]}}`))
	if err != nil {
		return err
	}
	s, err := apiserver.Start(apiserver.Config{Surface: surface, DryRuns: answers, Objects: services})
	if err != nil {
		return err
	}
	// Who it was is known to a script that asks whether it is gone.
	if err := os.WriteFile(filepath.Join(folder, "pid"), fmt.Appendf(nil, "%d", os.Getpid()), 0o600); err != nil {
		return err
	}
	server := http.Server{Addr: flags["--bind-address"] + ":" + flags["--secure-port"], Handler: s, ReadHeaderTimeout: time.Minute}
	return server.ListenAndServeTLS(flags["--tls-cert-file"], flags["--tls-private-key-file"])
}

// fakeEtcd is an etcd that says that it is fine.
func fakeEtcd() int {
	for _, arg := range os.Args[1:] {
		if text, found := strings.CutPrefix(arg, "--listen-client-urls="); found {
			u, err := url.Parse(text)
			if err != nil {
				return 1
			}
			server := http.Server{Addr: u.Host, ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, `{"health":"true"}`) })}
			fmt.Fprintln(os.Stderr, server.ListenAndServe())
		}
	}
	return 1
}
