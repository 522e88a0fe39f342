package action_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	runner "github.com/kubedelta/kubedelta/fixtures/action"
)

// stub replaces the program in tests of the download only.
const stub = "#!/bin/sh\necho \"ran $0 $*\"\necho verdict=pass >> \"$GITHUB_OUTPUT\"\n"

func installed(t *testing.T) (*runner.Job, *runner.Releases) {
	t.Helper()
	j, r := newJob(t), runner.NewReleases(t)
	publish(r, "v1.2.3", packed(t, stub))
	j.Env["KUBEDELTA_DOWNLOAD_URL"] = r.URL
	return j, r
}

func use(t *testing.T, j *runner.Job, with ...string) runner.Result {
	t.Helper()
	inputs := map[string]string{}
	for _, w := range with {
		name, value, _ := strings.Cut(w, "=")
		inputs[name] = value
	}
	return j.Use(absolute(t, root), inputs)
}

func TestReleaseIsVerifiedAndCached(t *testing.T) {
	t.Parallel()
	j, r := installed(t)
	for _, version := range []string{"v1.2.3", "1.2.3", "latest"} {
		got := use(t, j, "command=diff", "version="+version)
		if got.Failed != "" || got.Outputs["verdict"] != "pass" || !strings.Contains(got.Log, "kubedelta-bin/kubedelta action\n") {
			t.Fatalf("%s: %+v", version, got)
		}
	}
	j.End()
	r.Asked()
	if err := os.RemoveAll(filepath.Join(j.Temp, "kubedelta-v1.2.3")); err != nil {
		t.Fatal(err)
	}
	if got := use(t, j, "command=diff", "version=v1.2.3"); got.Failed != "" {
		t.Fatalf("%+v", got)
	}
	if asked := r.Asked(); !slices.Equal(asked, []string{"download/v1.2.3/kubedelta_1.2.3_checksums.txt"}) {
		t.Errorf("with the archive in the cache, %v was asked for", asked)
	}
}

// TestCacheIsNotBelieved checks that an archive in the cache that differs from the release is
// downloaded again.
func TestCacheIsNotBelieved(t *testing.T) {
	t.Parallel()
	j, _ := installed(t)
	kept := t.TempDir()
	writeFile(t, filepath.Join(kept, archive), string(packed(t, "#!/bin/sh\necho evil\n")))
	j.Cache[archive] = kept
	if got := use(t, j, "command=diff", "version=v1.2.3"); got.Failed != "" || strings.Contains(got.Log, "evil") || !strings.Contains(got.Log, "ran ") {
		t.Errorf("%+v", got)
	}
}

// TestInstallFailsClosed checks that only verified programs are run.
func TestInstallFailsClosed(t *testing.T) {
	t.Parallel()
	const checksums = "kubedelta_1.2.3_checksums.txt"
	good := string(packed(t, stub))
	line := runner.Sum(archive, []byte(good))
	for name, c := range map[string]struct {
		change  func(r *runner.Releases)
		version string
		want    string
	}{
		"another archive":     {func(r *runner.Releases) { r.Put("v1.2.3", archive, packed(t, "#!/bin/sh\nexit 0\n")) }, "v1.2.3", "does not match the checksum of the release, so it was not run"},
		"an empty archive":    {func(r *runner.Releases) { r.Put("v1.2.3", archive, []byte{}) }, "v1.2.3", "does not match the checksum of the release"},
		"no archive":          {func(r *runner.Releases) { r.Put("v1.2.3", archive, nil) }, "v1.2.3", "cannot download this release"},
		"no checksums":        {func(r *runner.Releases) { r.Put("v1.2.3", checksums, nil) }, "v1.2.3", "cannot download the checksums of this release"},
		"empty checksums":     {func(r *runner.Releases) { r.Put("v1.2.3", checksums, []byte{}) }, "v1.2.3", "have no valid line for"},
		"no line":             {func(r *runner.Releases) { r.Put("v1.2.3", checksums, []byte(runner.Sum("x"+archive, []byte(good)))) }, "v1.2.3", "have no valid line for"},
		"a line in words":     {func(r *runner.Releases) { r.Put("v1.2.3", checksums, []byte("none  "+archive+"\n")) }, "v1.2.3", "have no valid line for"},
		"two lines":           {func(r *runner.Releases) { r.Put("v1.2.3", checksums, []byte(line+runner.Sum(archive, nil))) }, "v1.2.3", "have no valid line for"},
		"a shorter sum":       {func(r *runner.Releases) { r.Put("v1.2.3", checksums, []byte(line[1:])) }, "v1.2.3", "have no valid line for"},
		"a page":              {func(r *runner.Releases) { r.Put("v1.2.3", checksums, []byte("<!DOCTYPE html><p>Log in")) }, "v1.2.3", "have no valid line for"},
		"no such release":     {func(*runner.Releases) {}, "v9.9.9", "cannot download the checksums of this release"},
		"no newest release":   {func(r *runner.Releases) { r.Latest("") }, "latest", "there is no release yet"},
		"an odd newest one":   {func(r *runner.Releases) { r.Latest("v1$(touch${IFS}x)") }, "latest", "must be latest, source, or a release"},
		"a branch":            {func(*runner.Releases) {}, "main", "must be latest, source, or a release"},
		"a path":              {func(*runner.Releases) {}, "v1.2.3/../../x", "must be latest, source, or a release"},
		"a command":           {func(*runner.Releases) {}, "v1.2.3$(touch evil)", "must be latest, source, or a release"},
		"lines":               {func(*runner.Releases) {}, "v1.2.3\ntag=v6.6.6", "must be latest, source, or a release"},
		"a command of GitHub": {func(*runner.Releases) {}, "v1\n::set-output name=verdict::pass", "must be latest, source, or a release"},
		"nothing":             {func(*runner.Releases) {}, "", "must be latest, source, or a release"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j, r := installed(t)
			c.change(r)
			got := use(t, j, "command=diff", "version="+c.version)
			if got.Failed == "" || got.Failed == "Run" || strings.Contains(got.Log, "ran ") || got.Outputs["verdict"] != "" {
				t.Errorf("it was run: %+v", got)
			}
			errors := 0
			for _, command := range got.Commands {
				if command.Name != "error" {
					t.Errorf("the command %+v", command)
				} else if strings.Contains(command.Data, c.want) {
					errors++
				}
			}
			if errors != 1 {
				t.Errorf("nobody says %q: %s", c.want, got.Log)
			}
			if _, err := os.Stat(filepath.Join(j.Workspace, "evil")); err == nil {
				t.Error("an input was run")
			}
			if text, err := os.ReadFile(filepath.Join(j.Temp, "kubedelta-v1.2.3", archive)); err == nil && string(text) != good {
				t.Error("a wrong archive stays, to be kept by the cache")
			}
		})
	}
}

// TestWindows checks the archive for Windows, a zip file that bash unpacks there too.
func TestWindows(t *testing.T) {
	t.Parallel()
	j, r := newJob(t), runner.NewReleases(t)
	var zipped bytes.Buffer
	z := zip.NewWriter(&zipped)
	for _, name := range []string{"LICENSE", "kubedelta.exe"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	const name = "kubedelta_1.2.3_windows_arm64.zip"
	r.Put("v1.2.3", name, zipped.Bytes())
	r.Put("v1.2.3", "kubedelta_1.2.3_checksums.txt", []byte(runner.Sum(name, zipped.Bytes())))
	j.Env["KUBEDELTA_DOWNLOAD_URL"], j.Env["RUNNER_OS"], j.Env["RUNNER_ARCH"] = r.URL, "Windows", "ARM64"
	// On Windows, bash adds the .exe itself. Here the run ends at the last step.
	got := use(t, j, "command=diff", "version=v1.2.3")
	if text := readFile(t, filepath.Join(j.Temp, "kubedelta-bin/kubedelta.exe")); got.Failed != "Run" || text != "kubedelta.exe" {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(filepath.Join(j.Temp, "kubedelta-bin/LICENSE")); err == nil {
		t.Error("more is unpacked than is run")
	}
}

// TestDownloadAddress checks that the token and the program are sent only over https.
func TestDownloadAddress(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"http://example.com/releases", "ftp://example.com", "file:///etc", "https://a b", "http://127.0.0.1.example.com/"} {
		j := newJob(t)
		j.Env["KUBEDELTA_DOWNLOAD_URL"] = address
		if got := use(t, j, "command=diff", "version=v1.2.3"); got.Failed != "Resolve the version" {
			t.Errorf("%s was taken: %+v", address, got)
		}
	}
}

// TestUnknownRunners checks the error on a runner that has no release.
func TestUnknownRunners(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]string{"RUNNER_OS": "Plan9", "RUNNER_ARCH": "ARM"} {
		j := newJob(t)
		j.Env[name] = value
		if got := use(t, j, "command=diff", "version=v1.2.3"); got.Failed != "Resolve the version" || !strings.Contains(got.Log, "use version: source") {
			t.Errorf("%s: %+v", value, got)
		}
	}
}
