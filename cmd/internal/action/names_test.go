package action_test

import (
	"slices"
	"strings"
	"testing"
	"text/template"

	"gopkg.in/yaml.v3"

	runner "github.com/kubedelta/kubedelta/fixtures/action"
)

// releaser is the part of .goreleaser.yaml that names the files that the action downloads.
type releaser struct {
	ProjectName string `yaml:"project_name"`
	Archives    []struct {
		NameTemplate    string   `yaml:"name_template"`
		Formats         []string `yaml:"formats"`
		FormatOverrides []struct {
			GOOS    string   `yaml:"goos"`
			Formats []string `yaml:"formats"`
		} `yaml:"format_overrides"`
	} `yaml:"archives"`
	Builds []struct {
		GOOS   []string `yaml:"goos"`
		GOARCH []string `yaml:"goarch"`
		Binary string   `yaml:"binary"`
	} `yaml:"builds"`
	Checksum struct {
		NameTemplate string `yaml:"name_template"`
		Algorithm    string `yaml:"algorithm"`
	} `yaml:"checksum"`
}

func (r *releaser) fill(t *testing.T, text, os, arch string) string {
	t.Helper()
	x, err := template.New("").Option("missingkey=error").Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := x.Execute(&b, map[string]string{"ProjectName": r.ProjectName, "Version": "1.2.3-rc.1", "Os": os, "Arch": arch}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestNamesOfReleases checks that the action downloads the files that goreleaser makes, for each
// system with releases.
func TestNamesOfReleases(t *testing.T) {
	t.Parallel()
	var r releaser
	if err := yaml.Unmarshal([]byte(readFile(t, root+"/.goreleaser.yaml")), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Archives) == 0 || len(r.Builds) == 0 || r.Checksum.NameTemplate == "" {
		t.Fatalf(".goreleaser.yaml is not understood: %+v", r)
	}
	if a := r.Checksum.Algorithm; a != "" && a != "sha256" || r.Builds[0].Binary != "kubedelta" {
		t.Errorf("the checksums are %s, the binary %s", a, r.Builds[0].Binary)
	}
	systems := map[string]string{"linux": "Linux", "darwin": "macOS", "windows": "Windows"}
	processors := map[string]string{"amd64": "X64", "arm64": "ARM64"}
	for os, runnerOS := range systems {
		for arch, runnerArch := range processors {
			if !slices.Contains(r.Builds[0].GOOS, os) || !slices.Contains(r.Builds[0].GOARCH, arch) {
				t.Errorf("there is no release for %s/%s", os, arch)
			}
			want := r.fill(t, r.Archives[0].NameTemplate, os, arch) + "." + r.format(t, os)
			checkNames(t, runnerOS, runnerArch, want, r.fill(t, r.Checksum.NameTemplate, os, arch))
		}
	}
}

func (r *releaser) format(t *testing.T, os string) string {
	t.Helper()
	formats := r.Archives[0].Formats
	for _, o := range r.Archives[0].FormatOverrides {
		if o.GOOS == os {
			formats = o.Formats
		}
	}
	if len(formats) != 1 {
		t.Fatalf("%s has the formats %v", os, formats)
	}
	return formats[0]
}

// checkNames checks that a runner asks for these two files. The archive is not a valid one, so the
// action stops after it.
func checkNames(t *testing.T, os, arch, archive, checksums string) {
	t.Helper()
	j, r := newJob(t), runner.NewReleases(t)
	r.Put("v1.2.3-rc.1", archive, []byte("no archive"))
	r.Put("v1.2.3-rc.1", checksums, []byte(runner.Sum(archive, []byte("no archive"))))
	j.Env["KUBEDELTA_DOWNLOAD_URL"], j.Env["RUNNER_OS"], j.Env["RUNNER_ARCH"] = r.URL, os, arch
	got := use(t, j, "command=diff", "version=v1.2.3-rc.1")
	want := []string{"download/v1.2.3-rc.1/" + checksums, "download/v1.2.3-rc.1/" + archive}
	if asked := r.Asked(); !slices.Equal(asked, want) {
		t.Errorf("%s %s: the action asks for %v, goreleaser makes %v\n%s", os, arch, asked, want, got.Log)
	}
}
