package reader

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/corpus"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// TestFastEqualsSlowMutated changes lines and characters of the corpus and reads the result with
// both parsers.
func TestFastEqualsSlowMutated(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 7))
	var documents []string
	for f := range corpus.Files(corpus.Options{Seed: 7, Files: 1000}) {
		if documents = append(documents, strings.Split(string(f.Data), "\n---\n")...); len(documents) > 1000 {
			break
		}
	}
	documents = append(documents, subset...)
	read, fast := 0, 0
	for range thorough.Size(t, 20_000, 4000) {
		d, f := bothWays(t, mutate(r, documents[r.IntN(len(documents))]))
		read, fast = read+d, fast+f
	}
	if fast*4 < read {
		t.Errorf("of %d documents only %d were read fast", read, fast)
	}
}

func mutate(r *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	if len(lines) > 12 {
		at := r.IntN(len(lines) - 12)
		for at > 0 && strings.HasPrefix(lines[at], " ") {
			at--
		}
		lines = lines[at : at+12]
	}
	for range 1 + r.IntN(3) {
		i := r.IntN(len(lines))
		switch r.IntN(9) {
		case 0:
			lines[i] = ""
		case 1:
			lines[i] += lines[r.IntN(len(lines))]
		case 2:
			lines[i] = strings.Repeat(" ", r.IntN(4)) + lines[i]
		case 3:
			lines[i] = strings.TrimPrefix(strings.TrimPrefix(lines[i], " "), " ")
		case 4:
			lines[i] = strings.Replace(lines[i], ": ", []string{":", " : ", ": &a ", ": *a ", ": |\n", ": >-\n", ": '", ": \"", ": [", ": {"}[r.IntN(10)], 1)
		case 5:
			lines[i] = strings.TrimSuffix(lines[i], "\n")
		case 6:
			lines[i] = "\n" + lines[i] + "# c\n"
		default:
			if at := r.IntN(len(lines[i]) + 1); at < len(lines[i]) {
				odd := []string{":", "-", "#", "\"", "'", "{", "}", "[", "]", ",", "|", ">", "&", "*", "!", "?", "%", "\t", " ", "\n", "\r\n", "\\", "é", "0", "y", "~", ".", "---", "..."}
				lines[i] = lines[i][:at] + odd[r.IntN(len(odd))] + lines[i][at+r.IntN(2):]
			}
		}
	}
	return strings.ToValidUTF8(strings.Join(lines, ""), "")
}
