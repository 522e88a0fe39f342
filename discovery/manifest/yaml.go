package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// maxEntries limits the size of the nodes of a text. They take about 100 bytes for each entry:
// "[1,1,1,…" takes a hundred times its length. The swagger.json of Kubernetes 1.36, as YAML, has
// 110,000 entries.
const maxEntries = 2_000_000

func yamlDocuments(text []byte, yield func(Document, error) bool) {
	if entries(text) > maxEntries {
		yield(Document{}, fmt.Errorf("the text has more than %d entries, the limit for a manifest", maxEntries))
		return
	}
	if list, ok := fastDocuments(text); ok {
		for _, d := range list {
			if !yield(d, nil) {
				return
			}
		}
		return
	}
	slowDocuments(text, yield)
}

// fastDocuments reads a text whose documents are all in the subset of YAML that the fast parser
// supports, in a tenth of the time of yaml.v3. It reports false for any other text.
func fastDocuments(text []byte) (list []Document, ok bool) {
	w := writer{out: make([]byte, 0, len(text))}
	read := reader.Trees(text, func(t *tree.Tree, line int) bool {
		w.tree, w.out = t, w.out[:0]
		ok = w.value(0)
		list = append(list, Document{JSON: slices.Clone(w.out), Line: line})
		return ok
	})
	return list, read && (ok || len(list) == 0)
}

// slowDocuments reads any YAML.
func slowDocuments(text []byte, yield func(Document, error) bool) {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	// The limit for expanded aliases is relative to the length of the text.
	purse := min(16*len(text)+1<<20, 4*Limit)
	for {
		var node yaml.Node
		err := parse(dec, &node)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			yield(Document{}, err)
			return
		}
		if isEmpty(&node) {
			continue
		}
		value, err := strict(node.Content[0], purse)
		if err != nil {
			yield(Document{}, err)
			return
		}
		if purse -= len(value); !yield(Document{JSON: value, Line: node.Content[0].Line}, nil) {
			return
		}
	}
}

// strict converts a document to JSON.
func strict(document *yaml.Node, purse int) ([]byte, error) {
	t, err := reader.Strict(document, purse)
	if errors.Is(err, reader.ErrExpands) {
		return nil, fmt.Errorf("%w; write the parts out, or split the file", err)
	}
	if err != nil {
		return nil, err
	}
	w := writer{tree: t, strict: true}
	if !w.value(0) {
		return nil, fmt.Errorf("the document is longer than %d MiB once its aliases are expanded", Limit>>20)
	}
	return w.out, nil
}

// entries counts the texts that may separate the entries of lists and mappings, including those in
// strings and comments. The count may be too low by a factor of three.
func entries(text []byte) (n int) {
	for _, mark := range []string{"\n", ",", "[", "{", "- "} {
		n += bytes.Count(text, []byte(mark))
	}
	return n
}

// parse reads the next document.
func parse(dec *yaml.Decoder, node *yaml.Node) error {
	err := cause.Parser(func() error { return dec.Decode(node) })
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("not valid YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	return err
}

// isEmpty reports whether a document has only comments, such as the text before a leading "---".
func isEmpty(node *yaml.Node) bool {
	return len(node.Content) == 0 ||
		node.Content[0].Kind == yaml.ScalarNode && node.Content[0].ShortTag() == "!!null"
}
