// Package chart renders Helm charts for a Kubernetes release. A chart is a folder with a
// Chart.yaml, or the .tgz that `helm package` makes of one.
//
// It owns the layout of charts, their values and dependencies, and the objects that templates see,
// such as .Release and .Capabilities. Package engine owns the template language. Each line of the
// output can be traced to a line of the template. [Raw] reads the text of a template that cannot
// be rendered.
//
// It must not access the network, read files outside the chart, or trust an archive.
package chart
