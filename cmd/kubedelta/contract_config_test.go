package main_test

// The contract tests compare what kubedelta writes and reads with the JSON schemas that it
// publishes. They are not in package cli, whose tests start their binary a thousand times: the
// libraries for schemas take as long to start as everything else.

import (
	"bytes"
	"os"
	"regexp"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/cmd/internal/config"
)

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := config.Schema(cli.Spec())
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("config.json", value); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// bySchema validates a file as an editor does.
func bySchema(t *testing.T, schema *jsonschema.Schema, text string) error {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%q is no YAML: %v", text, err)
	}
	return schema.Validate(value)
}

// byReader reads the same file with kubedelta, as a named file.
func byReader(text string) error {
	_, err := config.Read(config.Named(".kubedelta.yaml", "/work"), []byte(text), cli.Spec())
	return err
}

// TestSchemaAndReaderAgree checks that editors mark what kubedelta refuses.
func TestSchemaAndReaderAgree(t *testing.T) {
	schema := compiled(t)
	for _, good := range []string{
		"version: 1", "version: 1\nscan:", "version: 1\nscan: {}", "version: 1\nfail-on: breaking\nscan: {fail-on: never}",
		"version: 1\nscan: {to: 1.30}", "version: 1\nscan: {to: '1.30', strict: true, timeout: 1m30s}", "version: 1\npreflight: {parallel: 3}",
		"version: 1\nkind: Ingress,Job", "version: 1\nkind: [Ingress, Job]", "version: 1\ndiff: {sig: []}", "version: 1\ndiff: {ignore-file: ''}",
		"version: 1\nscan: {paths: [a, b]}", "version: 1\nscan: {paths: a}", "version: 1\nkubeconfig: a\nsnapshot: {output: dir}",
		"version: 1\noutput: [json=a.json, markdown]", "version: 1\ntimeout: .5s", "version: 1\ntimeout: +0h1m", "version: 1\nmatrix: {from: 1.20, to: 1.30}",
		"version: 1\ndiff: {old-kubeconfig: a}", "version: 1\nscan: {set: [a=1, 2]}",
	} {
		if err := bySchema(t, schema, good); err != nil {
			t.Errorf("the schema refuses\n%s\n%v", good, err)
		}
		if err := byReader(good); err != nil {
			t.Errorf("the reader refuses\n%s\n%v", good, err)
		}
	}
	for _, bad := range []string{
		"{}", "[]", "a", "version: 2", "version: 0", "version: '1'", "version: [1]", "version: null", "version: true", "version: 1.5", "fail-on: never",
		"version: 1\nnope: 1", "version: 1\nscan: {nope: 1}", "version: 1\nscan: true", "version: 1\nscan: [a]", "version: 1\nscan: {with-notes: true}",
		"version: 1\nfail-on: true", "version: 1\nfail-on: [never]", "version: 1\nfail-on: {a: b}", "version: 1\nfail-on:", "version: 1\noffline: 'true'",
		"version: 1\noffline: yes", "version: 1\noffline: 1", "version: 1\ntimeout: 30", "version: 1\ntimeout: soon", "version: 1\ntimeout: '0'", "version: 1\ntimeout: 0s", "version: 1\ntimeout: 0h0.0m", "version: 1\ntimeout: -1m", "version: 1\ntimeout: 30 s",
		"version: 1\ntimeout: ''", "version: 1\npreflight: {parallel: '3'}", "version: 1\npreflight: {parallel: 3.5}", "version: 1\nkind: {a: b}",
		"version: 1\nkind: [[a]]", "version: 1\nkind: [true]", "version: 1\nkind: [null]", "version: 1\nkind: true", "version: 1\nconfig: a",
		"version: 1\nhelp: true", "version: 1\npaths: [a]", "version: 1\ntoken: abc", "version: 1\nsnapshot: {output: [a]}", "version: 1\ncompletion: {}",
	} {
		if err := bySchema(t, schema, bad); err == nil {
			t.Errorf("the schema takes\n%s", bad)
		}
		if err := byReader(bad); err == nil {
			t.Errorf("the reader takes\n%s", bad)
		}
	}
}

// TestEveryKeyIsTaken tests a valid and an invalid value of every key of every section with both.
func TestEveryKeyIsTaken(t *testing.T) {
	schema := compiled(t)
	right := map[config.Type]string{config.Text: "a", config.Bool: "true", config.Int: "1", config.Duration: "1s", config.List: "[a]", config.Array: "[a]"}
	for _, c := range cli.Spec().Commands {
		for _, f := range c.AllFlags() {
			good := "version: 1\n" + c.Name + ": {" + f.Name + ": " + right[f.Type] + "}"
			bad := "version: 1\n" + c.Name + ": {" + f.Name + ": {a: b}}"
			if one, other := bySchema(t, schema, good), byReader(good); one != nil || other != nil {
				t.Errorf("%s\nschema: %v\nreader: %v", good, one, other)
			}
			if one, other := bySchema(t, schema, bad), byReader(bad); one == nil || other == nil {
				t.Errorf("%s\nschema: %v\nreader: %v", bad, one, other)
			}
		}
	}
}

// TestExamplesOfThePage tests the YAML of docs/config.md with both, as a found file: the first
// examples of the page must not be refused.
func TestExamplesOfThePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/config.md")
	if err != nil {
		t.Fatal(err)
	}
	schema, found := compiled(t), 0
	for _, m := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		found++
		if err := bySchema(t, schema, m[1]); err != nil {
			t.Errorf("the schema refuses\n%s\n%v", m[1], err)
		}
		folder := t.TempDir()
		place := config.Place{File: folder + "/.kubedelta.yaml", Shown: ".kubedelta.yaml", Folder: folder, Work: folder, Found: true, Root: folder}
		if _, err := config.Read(place, []byte(m[1]), cli.Spec()); err != nil {
			t.Errorf("the reader refuses\n%s\n%v", m[1], err)
		}
	}
	if found == 0 {
		t.Error("docs/config.md shows no file")
	}
}
