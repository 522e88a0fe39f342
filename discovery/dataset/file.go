package dataset

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
)

// Form is the version of the format of sets, and of the files in them. Increase it whenever a
// package changes how it reads its files.
const Form = 2

// MaxSize limits the file of a set.
const MaxSize = 64 << 20

// A file has three lines, a line of JSON (the [Header]), and the contents of the files in the order
// of the header:
//
//	kubedelta data 2
//	signature ed25519 BASE64
//	checksum sha256 HEX
//
// The checksum is that of everything after its line. The signature is that of the first and the
// third line, so that it is valid only for a set of this format.
const (
	magic   = "kubedelta data "
	sigWord = "signature ed25519 "
	sumWord = "checksum sha256 "
)

// Encode encodes files, by name, and signs them with key. Equal sets give equal bytes, because
// ed25519 signatures are deterministic.
func Encode(version Version, date string, files map[string][]byte, key ed25519.PrivateKey) ([]byte, error) {
	h := Header{Version: version, Date: date}
	var contents bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h.Files = append(h.Files, File{Name: name, Size: len(files[name])})
		contents.Write(files[name])
	}
	head, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	body := slices.Concat(head, []byte("\n"), contents.Bytes())
	first, third := magic+strconv.Itoa(Form)+"\n", sumLine(body)
	signature := base64.StdEncoding.EncodeToString(ed25519.Sign(key, []byte(first+third)))
	return slices.Concat([]byte(first+sigWord+signature+"\n"+third), body), nil
}

func sumLine(body []byte) string {
	sum := sha256.Sum256(body)
	return sumWord + hex.EncodeToString(sum[:]) + "\n"
}

// Sum returns the checksum of files, by name.
func Sum(files map[string][]byte) string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%s %d\n", name, len(files[name]))
		h.Write(files[name])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// The reasons why a file is refused.
var (
	ErrNoSet  = errors.New("it is not a kubedelta data set")
	ErrForm   = errors.New("its format is for a different version of kubedelta")
	ErrBroken = errors.New("it is damaged")
	ErrSigner = errors.New("it is not signed by the kubedelta project")
	ErrOlder  = errors.New("it is older")
)

// Decode decodes the output of [Encode]. It returns an error unless one of the keys has signed the
// file.
func Decode(b []byte, keys []ed25519.PublicKey) (*Set, error) {
	first, rest, ok := cutLine(b)
	form, isSet := strings.CutPrefix(first, magic)
	if !ok || !isSet {
		return nil, ErrNoSet
	}
	if n, err := strconv.Atoi(strings.TrimSpace(form)); err != nil || n != Form {
		return nil, fmt.Errorf("%w: its format is %s, and this version reads format %d; install the version of kubedelta that it was made for", ErrForm, strconv.Quote(strings.TrimSpace(form)), Form)
	}
	second, rest, _ := cutLine(rest)
	third, body, ok := cutLine(rest)
	if !ok {
		return nil, fmt.Errorf("%w: it ends after %d bytes, in its header", ErrBroken, len(b))
	}
	if third != sumLine(body) {
		if _, err := parse(body); errors.Is(err, errCut) {
			return nil, err
		}
		return nil, fmt.Errorf("%w: the checksum of its content is wrong", ErrBroken)
	}
	signature, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(strings.TrimPrefix(second, sigWord), "\n"))
	signed := func(key ed25519.PublicKey) bool { return ed25519.Verify(key, []byte(first+third), signature) }
	if err != nil || !slices.ContainsFunc(keys, signed) {
		return nil, fmt.Errorf("%w: its signature was not made with a key of the kubedelta project", ErrSigner)
	}
	return parse(body)
}

// cutLine returns the first line with its line break, and the rest. Lines of the header are short.
func cutLine(b []byte) (line string, rest []byte, ok bool) {
	i := bytes.IndexByte(b[:min(len(b), 256)], '\n')
	if i < 0 {
		return "", b, false
	}
	return string(b[:i+1]), b[i+1:], true
}

var errCut = fmt.Errorf("%w: it is truncated", ErrBroken)

// parse decodes a body.
func parse(body []byte) (*Set, error) {
	head, contents, ok := bytes.Cut(body, []byte("\n"))
	s := &Set{files: map[string][]byte{}}
	if !ok || json.Unmarshal(head, &s.Header) != nil || !s.Version.valid() {
		return nil, fmt.Errorf("%w: its header cannot be read", ErrBroken)
	}
	wants := 0
	for _, f := range s.Files {
		if f.Size < 0 || f.Size > MaxSize {
			return nil, fmt.Errorf("%w: its header cannot be read", ErrBroken)
		}
		wants += f.Size
	}
	if len(contents) < wants {
		return nil, fmt.Errorf("%w: it has %d of %d bytes", errCut, len(contents), wants)
	}
	if len(contents) > wants {
		return nil, fmt.Errorf("%w: it has %d extra bytes", ErrBroken, len(contents)-wants)
	}
	for _, f := range s.Files {
		s.files[f.Name], contents = contents[:f.Size:f.Size], contents[f.Size:]
	}
	for _, part := range Parts() {
		if _, file := s.files[part]; !file && len(s.names(part)) == 0 {
			return nil, fmt.Errorf("%w: it lacks %s", ErrBroken, part)
		}
	}
	return s, nil
}

// NotOlder returns an error if the set is older than another one.
func (s *Set) NotOlder(than Header, called string) error {
	if s.Version.Compare(than.Version) < 0 {
		return fmt.Errorf("%w: it is version %s, and %s is %s", ErrOlder, s.Version, called, than.Version)
	}
	return nil
}

// projectKey is the public key for the signatures of kubedelta's data sets. RELEASING.md says who
// has the private key, and how it is replaced.
const projectKey = "noJKj51DL8Z/c9XUyAt/haInhCDxcWQ0bjJmptuRq1A="

// Keys returns the trusted keys. There are two while a key is being replaced.
func Keys() (keys []ed25519.PublicKey) {
	for _, text := range []string{projectKey} {
		if key, err := base64.StdEncoding.DecodeString(text); err == nil && len(key) == ed25519.PublicKeySize {
			keys = append(keys, key)
		}
	}
	return keys
}
