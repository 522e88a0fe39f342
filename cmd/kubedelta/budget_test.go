package main_test

import (
	"context"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/fixtures/needs"
)

// TestBudget compares the released binary with budget.txt.
func TestBudget(t *testing.T) {
	needs.Packages(t)
	if runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		t.Skip("the numbers are recorded for linux/amd64")
	}
	text, err := os.ReadFile("budget.txt")
	if err != nil {
		t.Fatal(err)
	}
	budgets, err := parseBudgets(string(text))
	if err != nil {
		t.Fatal(err)
	}
	binary := build(t, "../..", nil)
	bytes, objects := initAllocations(t, binary)
	measured := map[string]int{
		"binary-linux-amd64": size(t, binary),
		"start-allocations":  objects,
		"start-bytes":        bytes,
		"help-allocations":   helpAllocations(t),
	}
	for _, name := range slices.Sorted(maps.Keys(measured)) {
		is := measured[name]
		t.Logf("%-20s %d", name, is)
		b, ok := budgets[name]
		if !ok {
			t.Errorf("budget.txt has no line for %s, which is %d", name, is)
			continue
		}
		for _, complaint := range b.check(is) {
			t.Error(complaint)
		}
	}
	for name := range budgets {
		if _, ok := measured[name]; !ok {
			t.Errorf("budget.txt has a line for %s, which nothing measures", name)
		}
	}
}

func size(t *testing.T, binary string) int {
	t.Helper()
	info, err := os.Stat(binary)
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Size())
}

// initLine matches a line of the runtime's trace: init pkg @1 ms, 0.1 ms clock, 5 bytes, 1 allocs.
var initLine = regexp.MustCompile(`(?m)^init \S+ @.* (\d+) bytes, (\d+) allocs$`)

// initAllocations returns the bytes and the number of objects that packages allocate before main
// begins. Unlike times, they are the same on every machine within a thousandth. CPU time is not: on
// some virtual machines, the start of any program takes three times as long as reading suggests.
func initAllocations(t *testing.T, binary string) (bytes, objects int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, "--help")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace strings.Builder
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	lines := initLine.FindAllStringSubmatch(trace.String(), -1)
	if len(lines) < 20 {
		t.Fatalf("the runtime's trace tells of %d packages only:\n%s", len(lines), trace.String())
	}
	for _, m := range lines {
		for i, total := range []*int{&bytes, &objects} {
			n, err := strconv.Atoi(m[i+1])
			if err != nil {
				t.Fatal(err)
			}
			*total += n
		}
	}
	return bytes, objects
}

// helpAllocations returns the number of objects that the commands and flags allocate.
func helpAllocations(t *testing.T) int {
	t.Helper()
	return int(testing.AllocsPerRun(20, func() {
		streams := cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
		if code := cli.Main(context.Background(), []string{"kubedelta", "--help"}, streams); code != 0 {
			t.Errorf("--help exits with %d", code)
		}
	}))
}
