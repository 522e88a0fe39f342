// Package config owns the configuration file .kubedelta.yaml and the KUBEDELTA_
// environment: where the file is found, how it is read, what a file that came
// with a repository may not decide, and which of flag, environment, file and
// default holds.
//
// It must not know a command, nor define a flag: it is handed a Spec of both,
// made from the command line's tree. It must not read the environment by itself.
package config
