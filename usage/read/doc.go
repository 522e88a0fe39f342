// Package read reads audit logs from files, folders and streams: it opens them, unpacks
// what is compressed, cuts them into records and has several goroutines read these.
//
// It owns what a record is (a line, or a JSON value of a document) and the account of
// each file: every record is checked, passed over or unread. Its memory does not depend
// on the size of the files. It must not know what an audit event is; package event does.
package read
