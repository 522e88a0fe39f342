package findings

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/report/junit"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// junitGroups gathers test cases by file and object.
type junitGroups struct {
	files []*junitFile
	index map[string]int
}

type junitFile struct {
	name    string
	unread  []junit.Case
	objects []*junitObject
	index   map[string]int
}

func (g *junitGroups) file(name string) *junitFile {
	i, ok := g.index[name]
	if !ok {
		i = len(g.files)
		g.index[name] = i
		g.files = append(g.files, &junitFile{name: name, index: map[string]int{}})
	}
	return g.files[i]
}

func (g *junitGroups) object(f *finding.Finding) *junitObject {
	file, name := g.file(f.File), objectName(f)
	i, ok := file.index[name]
	if !ok {
		i = len(file.objects)
		file.index[name] = i
		file.objects = append(file.objects, &junitObject{document: f.Document, name: name, line: f.Line})
	}
	return file.objects[i]
}

func (g *junitGroups) suites() (list []junit.Suite) {
	order.Stably(g.files, func(a, b *junitFile) int { return strings.Compare(a.name, b.name) })
	for _, file := range g.files {
		suite := junit.Suite{Name: junit.Text(suiteName(file.name)), Cases: file.unread}
		order.Stably(file.objects, func(a, b *junitObject) int { return a.document - b.document })
		for _, object := range file.objects {
			suite.Cases = append(suite.Cases, object.testCase(file.name))
		}
		list = append(list, suite)
	}
	return list
}
