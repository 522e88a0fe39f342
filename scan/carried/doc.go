// Package carried finds manifests in texts inside objects: patches in a GitOps object, values of a
// chart, files in a ConfigMap.
//
// It owns how to recognize such a text, and how to read it although a template engine runs before
// the YAML is read. It must not know what an object means: package checker does.
package carried
