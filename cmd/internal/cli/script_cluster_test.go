package cli_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

// startCluster: cluster CONTEXT FOLDER [word...] serves a cluster with the objects
// of a folder and adds the context to $KUBECONFIG. The words are those of
// fixtures/apiserver.Cluster.
func startCluster(ts *testscript.TestScript, _ bool, args []string) {
	server, err := apiserver.Cluster(ts.MkAbs(args[1]), args[2:]...)
	ts.Check(err)
	register(ts, args[0], server)
}

// onlyReads: verbs CONTEXT wants that the server was asked, and only to read.
func onlyReads(ts *testscript.TestScript, _ bool, args []string) {
	server := ts.Value(serversKey{}).(map[string]*apiserver.Server)[args[0]]
	if len(server.Requests()) == 0 {
		ts.Fatalf("%s was not asked anything", args[0])
	}
	for _, r := range server.Requests() {
		if r.Method != http.MethodGet {
			ts.Fatalf("%s was asked to %s %s", args[0], r.Method, r.Path)
		}
	}
}

// onlyDryRuns: dryruns CONTEXT wants that the server was asked to write, and each time as
// a dry run with strict validation; ! dryruns CONTEXT REGEXP also that nothing that it was
// sent matches.
func onlyDryRuns(ts *testscript.TestScript, neg bool, args []string) {
	server, n := ts.Value(serversKey{}).(map[string]*apiserver.Server)[args[0]], 0
	for _, r := range server.Requests() {
		if r.Method == http.MethodGet {
			continue
		}
		n++
		if !strings.Contains(r.Query, "dryRun=All") || !strings.Contains(r.Query, "fieldValidation=Strict") {
			ts.Fatalf("%s was asked to %s %s?%s", args[0], r.Method, r.Path, r.Query)
		}
		if neg && regexp.MustCompile(args[1]).MatchString(r.Body) {
			ts.Fatalf("%s was sent %s", args[0], r.Body)
		}
	}
	if n == 0 {
		ts.Fatalf("%s was sent no object", args[0])
	}
}

// wasAsked: [!] askedpath CONTEXT REGEXP wants that a path of the server was asked for,
// or was not.
func wasAsked(ts *testscript.TestScript, neg bool, args []string) {
	server := ts.Value(serversKey{}).(map[string]*apiserver.Server)[args[0]]
	path := regexp.MustCompile(args[1])
	if slices.ContainsFunc(server.Requests(), func(r apiserver.Request) bool { return path.MatchString(r.Path) }) == neg {
		ts.Fatalf("%s: asked for %s: %v", args[0], args[1], !neg)
	}
}
