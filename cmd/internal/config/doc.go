// Package config owns the configuration file .kubedelta.yaml and the environment variables
// KUBEDELTA_*: where the file is found, how it is read, what a file from a repository may not set,
// and whether a flag, the environment, the file or the default applies.
//
// It must not know commands or define flags: the caller passes a Spec, which is made from the tree
// of commands. It must not read the environment itself.
package config
