package files_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/changelog/files"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

const (
	wholeLog = "<!-- BEGIN MUNGE: GENERATED_TOC -->\n\n- [v1.24.1](#v1241)\n\n# v1.24.1\n\n# v1.24.0\n"
	body     = "## Changes by Kind\n\n### Feature\n\n- One. ([#1](https://github.com/kubernetes/kubernetes/pull/1), [@a](https://github.com/a))\n"
)

// put writes files into a new folder.
func put(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// rows formats files as "path form release" or "path: reason".
func rows(dir string, all []files.File) (out []string) {
	for _, f := range all {
		name := filepath.ToSlash(strings.TrimPrefix(f.Path, dir+string(filepath.Separator)))
		if f.Form == files.PassedOver {
			out = append(out, name+": "+f.Reason)
			continue
		}
		out = append(out, fmt.Sprintf("%s %s %s", name, f.Form, f.Release))
	}
	return out
}

// TestNames checks how files are recognized by their names. Each is in its own folder, so that the
// error for a folder without notes is tested too.
func TestNames(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, want string }{
		"CHANGELOG-1.24.md":             {wholeLog, "changelog 1.24"},
		"CHANGELOG/CHANGELOG-1.9.md":    {wholeLog, "changelog 1.9"},
		"changelog-1.24.md":             {wholeLog, "changelog 1.24"},
		"1.24.0.md":                     {body, "markdown v1.24.0"},
		"v1.24.0.md":                    {body, "markdown v1.24.0"},
		"release-notes-1.24.0.md":       {body, "markdown v1.24.0"},
		"release-notes-v1.24.0-rc.1.md": {body, "markdown v1.24.0-rc.1"},
		"1.24.0-alpha.1.markdown":       {body, "markdown v1.24.0-alpha.1"},
		"V1.24.0-RC.1.Md":               {body, "markdown v1.24.0-rc.1"},
		"1.24.10.MD":                    {body, "markdown v1.24.10"},
		"1.24.md":                       {body, "markdown v1.24.0"},
		"v1.24.md":                      {wholeLog, "changelog 1.24"},
		"1.24.1.md":                     {"# v1.24.1\n\n" + body, "changelog 1.24"},
		"CHANGELOG.md":                  {wholeLog, "changelog 1.24"},
		"anything.md":                   {"text\r\n# 1.30.0-beta.2\r\ntext", "changelog 1.30"},
		"bom.md":                        {"\ufeff# v1.30.1\n", "changelog 1.30"},
		"1.24.0.json":                   {`{"1": {}}`, "json v1.24.0"},
		"1.24.0-alpha.1.json":           {`{"1": {}}`, "json v1.24.0-alpha.1"},
		"release-notes-1.14.10.json":    {`{"1": {}}`, "json v1.14.10"},
		"release-notes-1.14.json":       {`{"1": {}}`, "json v1.14.0"},
		"releases/release-1.24/release-notes/release-notes-draft.json": {`{"1": {}}`, "json v1.24.0"},
		"releases/release-1.24/release-notes/release-notes-draft.md":   {body, "markdown v1.24.0"},
		"releases/release-1.20/release-notes-draft.json":               {`{"1": {}}`, "json v1.20.0"},
		"v1.24.3/release-notes.md":                                     {body, "markdown v1.24.3"},
		"1.24.3-rc.1/notes.json":                                       {`{"1": {}}`, "json v1.24.3-rc.1"},
		"pr-108445-map.yaml":                                           {"pr: 108445", "map "},
		"releases/release-1.24/release-notes/maps/pr-1-map.yaml":       {"pr: 1", "map v1.24.0"},
		"releases/release-1.24/release-notes/maps/other.yml":           {"pr: 1", "map v1.24.0"},

		"1.24.0-beta.0.json": {" {\n \"108445\": {", "json v1.24.0-beta.0"},

		"1.24.json":                     {`{"kind":"APIResourceList"}`, ": it is not the JSON of release notes, which is an object with a member for each pull request"},
		"1.25.json":                     {"<html>", ": it is not the JSON of release notes, which is an object with a member for each pull request"},
		"1.26.json":                     {" {}\n", ": it is an object without entries"},
		"notes.json":                    {"{}", ": neither its name nor its folder contains a release; use a name like 1.24.0.json"},
		"notes.md":                      {body, ": neither its folder nor a heading contains a release; use a name like 1.24.0.md"},
		"README.md":                     {"# Notes\n", ": neither its name nor a heading contains a release; use a name like 1.24.0.md"},
		"data.json":                     {"{}", ": its name contains no release; use a name like 1.24.0.json"},
		"1.24.0.json.bak":               {"{}", ": release notes are .md, .json, or .yaml for maps"},
		"1.24.0":                        {body, ": release notes are .md, .json, or .yaml for maps"},
		"1.24.0-gamma.1.md":             {body, ": neither its name nor a heading contains a release; use a name like 1.24.0.md"},
		"1.24.0.0.md":                   {body, ": neither its name nor a heading contains a release; use a name like 1.24.0.md"},
		"1.99999999999999999999.0.json": {"{}", ": 1.99999999999999999999.0 is not a version of Kubernetes"},
		"sessions/maps-1642663039.json": {"{}", ": it is a session of the release team's editor, not notes"},
		"deployment.yaml":               {"", ": it is not a map of release notes, which has a name like pr-108445-map.yaml"},
		".DS_Store":                     {"", ": it is hidden"},
		"OWNERS":                        {"", ": release notes are .md, .json, or .yaml for maps"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := put(t, map[string]string{name: tc.text})
			read, err := files.Read(dir)
			if (err != nil) != strings.HasPrefix(tc.want, ":") {
				t.Errorf("error %v", err)
			}
			want := name + " " + tc.want
			if strings.HasPrefix(tc.want, ":") {
				want = name + tc.want
				if !strings.Contains(err.Error(), "contains no release notes: no file has a name like CHANGELOG-1.24.md") || !strings.Contains(err.Error(), tc.want) {
					t.Errorf("error %v", err)
				}
			} else if string(read[0].Data) != tc.text {
				t.Errorf("data %q", read[0].Data)
			}
			if diff := cmp.Diff([]string{want}, rows(dir, read)); diff != "" {
				t.Error(diff)
			}
			// The file alone gives the same result.
			file, err := files.Read(filepath.Join(dir, filepath.FromSlash(name)))
			if diff := cmp.Diff(read, file); diff != "" || (err != nil) != strings.HasPrefix(tc.want, ":") {
				t.Errorf("%v %s", err, diff)
			}
		})
	}
}

// TestFolder checks a folder with files of all forms.
func TestFolder(t *testing.T) {
	t.Parallel()
	dir := put(t, map[string]string{
		"CHANGELOG-1.24.md": wholeLog, "b/1.24.0.json": `{"1": {}}`, "b/1.24.0.md": body, "OWNERS": "", ".git/config": "", "node_modules/x/1.0.0.json": `{"1": {}}`,
		"release-1.25/release-notes-draft.json": `{"1": {}}`, "release-1.25/maps/pr-1-map.yaml": "",
	})
	read, err := files.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		".git: a folder with this name has no release notes of Kubernetes",
		"CHANGELOG-1.24.md changelog 1.24",
		"OWNERS: release notes are .md, .json, or .yaml for maps",
		"b/1.24.0.json json v1.24.0",
		"b/1.24.0.md markdown v1.24.0",
		"node_modules: a folder with this name has no release notes of Kubernetes",
		"release-1.25/maps/pr-1-map.yaml map v1.25.0",
		"release-1.25/release-notes-draft.json json v1.25.0",
	}
	if diff := cmp.Diff(want, rows(dir, read)); diff != "" {
		t.Error(diff)
	}
	// A folder inside that of a release is of the same release.
	inside, err := files.Read(filepath.Join(dir, "release-1.25", "maps"))
	if err != nil || len(inside) != 1 || inside[0].Release != "v1.25.0" {
		t.Errorf("%+v %v", inside, err)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	dir := put(t, map[string]string{"notes/1.24.0.md": body, "empty/x/.keep": "", "big/1.24.0.json": ""})
	if err := os.Truncate(filepath.Join(dir, "big", "1.24.0.json"), 64<<20+1); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "bare"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"nowhere":         "cannot read ",
		"bare":            "contains no release notes: no file has a name like CHANGELOG-1.24.md",
		"empty":           ".keep: it is hidden",
		"big":             "1.24.0.json: it is larger than 64 MiB",
		"big/1.24.0.json": "1.24.0.json contains no release notes: it is larger than 64 MiB",
	} {
		read, err := files.Read(filepath.Join(dir, path))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
		for _, f := range read {
			if f.Reason == "" {
				t.Errorf("%s is passed over without a reason", f.Path)
			}
		}
	}
	if _, err := files.Read(filepath.Join(dir, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestPublishedNotes reads all published notes in their layout.
func TestPublishedNotes(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(data.Root(t), "release-notes")
	read, err := files.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	forms := map[files.Form]int{}
	for _, f := range read {
		forms[f.Form]++
		base := filepath.Base(f.Path)
		if want := "v" + strings.TrimSuffix(base, filepath.Ext(base)); f.Release != want || len(f.Data) == 0 {
			t.Errorf("%s is of %q, %q, with %d bytes", f.Path, f.Release, f.Reason, len(f.Data))
		}
	}
	if forms[files.Draft] < 150 || forms[files.Body] < 20 || len(forms) != 2 {
		t.Errorf("%v", forms)
	}
}
