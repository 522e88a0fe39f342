// Package ask asks an API server about objects with dry runs, and interprets the answers.
//
// It owns the path of an object, the meaning of an answer, how many questions are asked
// concurrently, and when to stop: a server that died says nothing about the remaining objects. It
// must never send a request that the server would carry out, or take a missing answer for an
// answer.
package ask
