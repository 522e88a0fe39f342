// Package snapshot stores what an API server publishes about its API: it writes a [documents.Set]
// into a folder or an archive, and reads it. It also reads similar layouts: a folder of OpenAPI v3
// documents, the api/ folder of the Kubernetes repository, and single OpenAPI documents.
//
// # Layout
//
//	kubedelta-snapshot.json             the source, its version, and what is missing
//	version.json                        /version
//	discovery/api.json, apis.json       aggregated discovery of /api and /apis
//	discovery/plain/api.json, apis.json plain discovery, if there is no aggregated
//	discovery/plain/api/v1.json         plain lists of resources
//	discovery/plain/apis/apps/v1.json
//	api/v1.json, apis/apps/v1.json      OpenAPI v3
//	swagger.json                        OpenAPI v2, if there is no v3
//	customresourcedefinitions.json      facts about custom resources that OpenAPI lacks
//
// An archive (.tar.gz, .tgz, .tar.zst) holds the same files, at its root or in one folder.
// Everything but the documents themselves may be missing.
//
// # Trust
//
// Snapshots may come from untrusted sources. Sizes are limited, archives are never unpacked to
// disk, an entry that is not a regular file is an error, and links are followed only to regular
// files inside the folder. A written snapshot never contains credentials or the address of a
// server, so that it can be shared.
//
// The package must never compare, and never use the network.
package snapshot
