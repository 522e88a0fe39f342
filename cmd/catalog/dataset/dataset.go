// Package dataset makes the data set of a release, one signed file with the tables of the other
// steps, and the table that names the built-in set. It must not change the tables.
package dataset

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery/dataset"
)

// Version makes built.tsv. If the tables differ from those of the current version, they get a new
// version with the given day, and a number if that day already has a version.
func Version(_ context.Context, from step.Folders) (map[string][]byte, error) {
	files, err := dataset.Collect(os.DirFS("."))
	if err != nil {
		return nil, err
	}
	b, err := VersionOf(dataset.Sum(files), from.Date)
	return map[string][]byte{"built.tsv": b}, err
}

// VersionOf returns the content of built.tsv for tables with a checksum.
func VersionOf(now, date string) ([]byte, error) {
	h, sum := dataset.BuiltIn()
	var err error
	if now != sum {
		h, err = next(h, date)
	}
	return dataset.FormatBuiltIn(h, now), err
}

// next returns the header of the set after h.
func next(h dataset.Header, date string) (dataset.Header, error) {
	if date == "" {
		return h, errors.New("the tables changed: give the day with -date 2026-11-23")
	}
	for n := 1; n < 100; n++ {
		v, err := dataset.NewVersion(date, n)
		if err != nil {
			return h, err
		}
		if v.Compare(h.Version) > 0 {
			return dataset.Header{Version: v, Date: date}, nil
		}
	}
	return h, fmt.Errorf("-date %s is before that of the version %s", date, h.Version)
}

// Make makes the file of the built-in set, signed with the private key in a file.
func Make(_ context.Context, from step.Folders) (map[string][]byte, error) {
	files, err := dataset.Collect(os.DirFS("."))
	if err != nil {
		return nil, err
	}
	h, sum := dataset.BuiltIn()
	if sum != dataset.Sum(files) {
		return nil, errors.New("the tables are not those of discovery/dataset/built.tsv: run the step version first")
	}
	key, err := readKey(from.Key)
	if err != nil {
		return nil, err
	}
	b, err := dataset.Encode(h.Version, h.Date, files, key)
	if err != nil {
		return nil, err
	}
	public, _ := key.Public().(ed25519.PublicKey)
	if !slices.ContainsFunc(dataset.Keys(), func(k ed25519.PublicKey) bool { return public.Equal(k) }) {
		fmt.Fprintln(os.Stderr, "catalog: warning: no kubedelta believes this key: it is not among those of discovery/dataset/keys.go")
	}
	return map[string][]byte{"kubedelta-data": b}, nil
}

// Key writes a new private key to the given file, and prints the public key.
func Key(_ context.Context, from step.Folders) (map[string][]byte, error) {
	if from.Key == "" {
		return nil, errors.New("name the file to write with -key FILE")
	}
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(from.Key, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintln(f, base64.StdEncoding.EncodeToString(private.Seed()))
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	fmt.Printf("public key: %s\n", base64.StdEncoding.EncodeToString(public))
	return nil, nil
}

// readKey reads a file that Key wrote.
func readKey(name string) (ed25519.PrivateKey, error) {
	if name == "" {
		return nil, errors.New("name the file of the private key with -key FILE")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	seed, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%s is not a private key that the step key has written", name)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}
