package collect_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
	"github.com/kubedelta/kubedelta/preflight/collect"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// largeWords describe a cluster with 100,000 objects of 2 kB, which are generated when they are
// requested.
func largeWords() []string { return podsWords(100_000) }

func podsWords(n int) []string { return []string{"version=v1.29.0", fmt.Sprint("generate=pods:", n)} }

// maxMemory is the memory limit for 100,000 objects.
const maxMemory = 100 << 20

// TestAlone is the program that [TestLarge] measures, so that the server is not measured.
func TestAlone(t *testing.T) {
	url := os.Getenv("COLLECT_FROM")
	if url == "" {
		t.Skip("TestLarge runs it")
	}
	o := checking(t, options(t, "1.33"), "1.29")
	c, surface := recorded(t, cluster.Options{Server: url, CAFile: os.Getenv("COLLECT_CA")})
	e := readAs(t, c, surface, o)
	fmt.Println(measured, len(e.Pods), peak())
}

// measured is the prefix of the line with the measurement.
const measured = "measured:"

// peak returns the largest resident memory of this process so far, in bytes, according to the
// kernel.
func peak() int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, _ := strconv.Atoi(strings.Fields(after)[0])
	return kilobytes << 10
}

// TestLarge reads up to 100,000 objects in a separate process, within the memory limit, with CPU
// time and requests in proportion to their number.
func TestLarge(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" || raceEnabled() {
		t.Skip("it takes some seconds, and asks Linux for the memory of a program as it is")
	}
	pods := thorough.Size(t, 100_000, 20_000)
	few, many := alone(t, pods/8), alone(t, pods)
	if many.pods != pods {
		t.Errorf("%d pods were read", many.pods)
	}
	if many.bytes > maxMemory {
		t.Errorf("it took %d MiB", many.bytes>>20)
	}
	// A page has 500 objects.
	if more := many.requests - few.requests; more != (pods-pods/8)/500 {
		t.Errorf("%d requests more for %d objects more", more, pods-pods/8)
	}
	// Other load only increases the CPU time. Linear work takes 8 times as long, quadratic work 64
	// times.
	for turn := 0; many.cpu > 20*few.cpu && turn < 3; turn++ {
		few.cpu, many.cpu = min(few.cpu, alone(t, pods/8).cpu), min(many.cpu, alone(t, pods).cpu)
	}
	if many.cpu > 20*few.cpu {
		t.Errorf("%d objects take %s of CPU time, %d take %s", pods, many.cpu, pods/8, few.cpu)
	}
	t.Logf("%+v, and %+v", few, many)
}

// reading is what a process used to read a cluster.
type reading struct {
	pods, bytes, requests int
	cpu                   time.Duration
}

// alone reads a cluster with a number of pods in a separate process.
func alone(t *testing.T, pods int) (r reading) {
	t.Helper()
	s := clusterOf(t, t.TempDir(), podsWords(pods)...)
	ca := filepath.Join(t.TempDir(), "ca.crt")
	if err := os.WriteFile(ca, s.CA(), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestAlone$")
	command.Env = append(os.Environ(), "COLLECT_FROM="+s.URL, "COLLECT_CA="+ca)
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, line, _ := strings.Cut(string(out), measured)
	if _, err := fmt.Sscan(line, &r.pods, &r.bytes); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	r.requests, r.cpu = s.Count("*"), command.ProcessState.UserTime()+command.ProcessState.SystemTime()
	return r
}

// BenchmarkCollect reads 100,000 objects, with the server in the same process.
func BenchmarkCollect(b *testing.B) {
	s := clusterOf(b, b.TempDir(), largeWords()...)
	client, surface := connect(b, s)
	o := checking(b, options(b, "1.33"), "1.29")
	for b.Loop() {
		if e := readAs(b, client, surface, o); len(e.Pods) != 100_000 {
			b.Fatal(e.Reading(evidence.Pods))
		}
	}
}

// BenchmarkItems reads lists without a server.
func BenchmarkItems(b *testing.B) {
	list := listOf(apiserver.Generate("", "pods", 1000))
	b.SetBytes(int64(len(list)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		if _, err := collect.ReadList(bytes.NewReader(list), func([]byte) { n++ }); err != nil || n != 1000 {
			b.Fatal(n, err)
		}
	}
}

func listOf(c apiserver.Collection) []byte {
	var b bytes.Buffer
	b.WriteString(`{"kind":"PodList","apiVersion":"v1","metadata":{"continue":"x"},"items":[`)
	for i := range c.Len {
		if i > 0 {
			b.WriteByte(',')
		}
		item := c.At(i)
		fmt.Fprintf(&b, `{"metadata":%s,%s}`, item.Metadata, item.Members)
	}
	b.WriteString("]}")
	return b.Bytes()
}
