package cli_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/pem"
	"errors"
	"flag"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/fixtures/dataset"
	"github.com/kubedelta/kubedelta/fixtures/github"
)

var updateScripts = flag.Bool("update", false, "rewrite what the scripts compare with")

// TestMain lets the scripts run this test binary as kubedelta. Most of what it makes
// dies at once: to collect it rarely takes a quarter off the CPU time of the tests.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	// Scripts wait for servers and for programs that they start. On a busy machine more of
	// them at a time also get more of it: with two, all of them took over ten minutes
	// beside twenty processes, after which go test ends a package.
	_ = flag.Set("test.parallel", "6")
	// For the programs that tests start, from their beginning; Run leaves it.
	_ = os.Setenv("GOGC", "400")
	testscript.Main(m, map[string]func(){
		"kubedelta":           program(cli.Run),
		"kubedelta-hasty":     program(cli.RunHastily),
		"kubedelta-patient":   program(cli.RunPatiently),
		"kubedelta-malformed": program(runMalformed),
		"kubedelta-trusting":  program(cli.RunTrusting(dataset.PublicKey())),
		"fake-kube-apiserver": program(fakeServer),
		"fake-etcd":           program(fakeEtcd),
	})
}

func program(run func() int) func() {
	return func() {
		limitProcessor()
		os.Exit(run())
	}
}

// TestScripts runs everything that a user types: testdata/script/*.txtar. The
// folders of servers.txtar, first and second, are in every script's own.
func TestScripts(t *testing.T) {
	servers, err := txtar.ParseFile("testdata/script/servers.txtar")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *updateScripts,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Values[serversKey{}] = map[string]*apiserver.Server{}
			env.Values[githubKey{}] = new(*github.Server)
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("GOGC", os.Getenv("GOGC"))
			env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
			env.Setenv("KUBECONFIG", filepath.Join(env.WorkDir, "kubeconfig"))
			// The newest minor that is built in, the two before it, and the one behind it.
			for name, minor := range map[string]int{"NEWEST": 0, "BEFORE": -1, "EARLIER": -2, "NEXT": 1} {
				env.Setenv(name, minorFromNewest(minor))
			}
			for _, f := range servers.Files {
				name := filepath.Join(env.WorkDir, f.Name)
				if strings.HasPrefix(f.Name, "want") {
					continue
				}
				if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, f.Data, 0o600)); err != nil {
					return err
				}
			}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":     exits,
			"rendered":  rendersSame,
			"joined":    joinsSame,
			"apiserver": startServer,
			"dryruns":   onlyDryRuns,
			"requests":  requests,
			"bytes":     writeBytes,
			"archive":   writeArchive,
			"noleaks":   noLeaks,
			"github":    startGitHub(t),
			"cluster":   startCluster,
			"verbs":     onlyReads,
			"askedpath": wasAsked,
			"asked":     asked,
			"tty":       runInTerminal,
			"datasets":  serveDataSets,
		},
	})
}

// exits CODE COMMAND... runs a command and wants this exit code. Whatever the
// code: the command does not panic. 1 and 2 write nothing to stdout and at most
// three lines to stderr, warnings aside.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	command := strings.Join(args[1:], " ")
	stdout, stderr := ts.ReadFile("stdout"), ts.ReadFile("stderr")
	if strings.Contains(stderr, "panic: ") || strings.Contains(stderr, "goroutine ") {
		ts.Fatalf("%s panicked", command)
	}
	if got != want {
		ts.Fatalf("%s exited with %d, want %d", command, got, want)
	}
	if got == 1 || got == 2 {
		lines := 0
		for line := range strings.Lines(stderr) {
			if !strings.HasPrefix(line, "kubedelta: warning: ") {
				lines++
			}
		}
		if stdout != "" || lines == 0 || lines > 3 || !strings.Contains(stderr, "kubedelta: ") {
			ts.Fatalf("%s: want nothing on stdout and one to three lines on stderr, not %d", command, lines)
		}
	}
}

// serversKey is where a script keeps the servers that it has started, by their
// context's name.
type serversKey struct{}

// startServer: apiserver CONTEXT FOLDER [option...] serves a snapshot as an API
// server does and adds the context to $KUBECONFIG. Options are plain, v2beta1,
// no-openapi-v3, token=WORD, stale=GROUP/VERSION and PATH=FAULT[*TIMES], with
// retry-after=SECONDS before it for the header that 429 and 503 send.
func startServer(ts *testscript.TestScript, _ bool, args []string) {
	set, _, err := snapshot.Read(context.Background(), ts.MkAbs(args[1]))
	ts.Check(err)
	config := apiserver.Config{Set: set}
	retryAfter := "0"
	for _, option := range args[2:] {
		if after, ok := strings.CutPrefix(option, "retry-after="); ok {
			retryAfter = after
			continue
		}
		ts.Check(configure(&config, option, retryAfter))
	}
	server, err := apiserver.Start(config)
	ts.Check(err)
	register(ts, args[0], server)
}

// register adds a server as a context to $KUBECONFIG.
func register(ts *testscript.TestScript, context string, server *apiserver.Server) {
	args := []string{context}
	ts.Defer(server.Close)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".kubeconfig"), server.Kubeconfig(args[0]), 0o600))
	ts.Setenv("SERVER_"+args[0], server.URL)
	ts.Value(serversKey{}).(map[string]*apiserver.Server)[args[0]] = server
	all := ts.Getenv("KUBECONFIG")
	if all == ts.MkAbs("kubeconfig") {
		all = ""
	}
	ts.Setenv("KUBECONFIG", strings.TrimPrefix(all+string(os.PathListSeparator)+ts.MkAbs(args[0]+".kubeconfig"), string(os.PathListSeparator)))
}

func configure(c *apiserver.Config, option, retryAfter string) error {
	name, value, _ := strings.Cut(option, "=")
	switch name {
	case "plain":
		c.Discovery = apiserver.Plain
	case "v2beta1":
		c.Discovery = apiserver.AggregatedV2beta1
	case "no-openapi-v3":
		c.NoOpenAPIV3 = true
	case "token":
		c.Token = value
	case "stale":
		c.Stale = append(c.Stale, discovery.ParseGroupVersion(value))
	default:
		kind, times, repeated := strings.Cut(value, "*")
		fault := apiserver.Fault{Path: name, Kind: apiserver.FaultKind(kind), RetryAfter: retryAfter}
		if to, ok := strings.CutPrefix(kind, "redirect:"); ok {
			fault.Kind, fault.To = apiserver.Redirect, to
		}
		if repeated {
			n, err := strconv.Atoi(times)
			if err != nil {
				return err
			}
			fault.Times = n
		}
		c.Faults = append(c.Faults, fault)
	}
	return nil
}

// requests CONTEXT PATH COUNT wants that many requests for a path since the last
// such command; a star at the path's end stands for any rest.
func requests(ts *testscript.TestScript, _ bool, args []string) {
	server := ts.Value(serversKey{}).(map[string]*apiserver.Server)[args[0]]
	if server == nil {
		ts.Fatalf("there is no server %s", args[0])
	}
	got := 0
	for _, r := range server.Requests() {
		if prefix, ok := strings.CutSuffix(args[1], "*"); r.Path == args[1] || ok && strings.HasPrefix(r.Path, prefix) {
			got++
		}
	}
	if strconv.Itoa(got) != args[2] {
		ts.Fatalf("%d requests for %s, want %s", got, args[1], args[2])
	}
	server.Forget()
}

// writeBytes FILE SIZE writes a file of so many bytes: {"a":"xxx…"}.
func writeBytes(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	defer f.Close()
	_, err = f.WriteString(`{"openapi":"3.0.0","a":"`)
	ts.Check(err)
	block := []byte(strings.Repeat("x", 1<<20))
	for written := 0; written < size; written += len(block) {
		_, err = f.Write(block)
		ts.Check(err)
	}
	_, err = f.WriteString(`"}`)
	ts.Check(err)
}

// archive FILE KIND writes an archive that nobody should trust, compressed as
// the name says. A KIND is truncated (cut off in the middle), bomb (a document
// of zeros without end), or an entry: a symlink, a hardlink, or a path.
func writeArchive(ts *testscript.TestScript, _ bool, args []string) {
	var out bytes.Buffer
	var z io.WriteCloser = gzip.NewWriter(&out)
	if strings.HasSuffix(args[0], ".zst") {
		var err error
		z, err = zstd.NewWriter(&out)
		ts.Check(err)
	}
	t := tar.NewWriter(z)
	document := []byte(ts.ReadFile("first/apis/example.com/v1.json"))
	ts.Check(t.WriteHeader(&tar.Header{Name: "apis/example.com/v1.json", Mode: 0o644, Size: int64(len(document))}))
	_, err := t.Write(document)
	ts.Check(err)
	switch args[1] {
	case "truncated":
	case "bomb":
		const size = 1 << 30
		ts.Check(t.WriteHeader(&tar.Header{Name: "bomb", Mode: 0o644, Size: size}))
		for range size >> 20 {
			_, err := t.Write(make([]byte, 1<<20))
			ts.Check(err)
		}
	case "symlink":
		ts.Check(t.WriteHeader(&tar.Header{Name: "version.json", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}))
	case "hardlink":
		ts.Check(t.WriteHeader(&tar.Header{Name: "version.json", Typeflag: tar.TypeLink, Linkname: "/etc/passwd"}))
	default:
		ts.Check(t.WriteHeader(&tar.Header{Name: args[1], Mode: 0o644}))
	}
	ts.Check(t.Close())
	ts.Check(z.Close())
	if args[1] == "truncated" {
		out.Truncate(out.Len() / 2)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), out.Bytes(), 0o600))
}

// noleaks PATH... wants nothing in a file, folder or archive that tells where
// the script's servers are or how to log in there. Archives are looked into.
func noLeaks(ts *testscript.TestScript, _ bool, args []string) {
	words := []string{"127.0.0.1", apiserver.ServerAddress, "BEGIN CERTIFICATE", "PRIVATE KEY", "secret-token", ts.Getenv("WORK")}
	for _, server := range ts.Value(serversKey{}).(map[string]*apiserver.Server) {
		u, err := url.Parse(server.URL)
		ts.Check(err)
		block, _ := pem.Decode(server.CA())
		words = append(words, u.Port(), string(block.Bytes))
	}
	for _, arg := range args {
		seen := 0
		ts.Check(filepath.WalkDir(ts.MkAbs(arg), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			seen++
			text, err := unpacked(path)
			for _, word := range words {
				if strings.Contains(text, word) {
					ts.Fatalf("%s holds %q", path, word)
				}
			}
			return err
		}))
		if seen == 0 {
			ts.Fatalf("%s holds nothing at all", arg)
		}
	}
}

func unpacked(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	var in io.Reader = f
	switch filepath.Ext(path) {
	case ".gz":
		in, err = gzip.NewReader(f)
	case ".zst":
		in, err = zstd.NewReader(f)
	}
	if err != nil {
		return "", err
	}
	data, err := io.ReadAll(in)
	return string(data), err
}
