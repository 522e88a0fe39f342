package github

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// isMarkdown returns an error for the page of a proxy and for an empty response.
func isMarkdown(data []byte) ([]byte, error) {
	if isPage(data) {
		return nil, &client.BrokenError{Says: "GitHub's response is a web page, not the file; a proxy may have put its own page there"}
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, &client.BrokenError{Says: "GitHub's response is empty"}
	}
	return data, nil
}

// isObject returns an error for anything other than a complete JSON object.
func isObject(data []byte) ([]byte, error) {
	if isPage(data) {
		return nil, &client.BrokenError{Says: "GitHub's response is a web page, not JSON; a proxy may have put its own page there"}
	}
	value := jsontext.Value(data)
	// The notes contain duplicate names and invalid UTF-8.
	if !value.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) || value.Kind() != '{' {
		return nil, &client.BrokenError{Says: "GitHub's response is not the whole file: it is not a JSON object"}
	}
	return data, nil
}

// isPage recognizes HTML. The changelogs begin with a comment, as HTML may, and contain HTML
// elements.
func isPage(data []byte) bool {
	head := bytes.ToLower(bytes.TrimSpace(data[:min(len(data), 1024)]))
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	return bytes.HasPrefix(head, []byte("<!doctype html")) || bytes.HasPrefix(head, []byte("<html"))
}
