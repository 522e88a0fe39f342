# Builds kubedelta from this folder: docker build -t kubedelta .
# Release images are built by ko with .goreleaser.yaml.
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
ARG TARGETOS
ARG TARGETARCH
ARG VERSION=(devel)
ARG REVISION=
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# The same flags as in .goreleaser.yaml.
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -buildvcs=false \
    -ldflags "-s -w -funcalign=16 -X github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo.releaseVersion=$VERSION -X github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo.releaseCommit=$REVISION" \
    -o /out/kubedelta ./cmd/kubedelta
# A home folder for the cache and a kubeconfig that the numeric user can write to, and the
# licenses of the linked modules.
RUN mkdir -p /out/home && go run ./cmd/catalog/manual -notices /out/THIRD_PARTY_NOTICES

FROM scratch
ARG VERSION=(devel)
ARG REVISION=
LABEL org.opencontainers.image.title="kubedelta" \
      org.opencontainers.image.description="What changes for you between two Kubernetes versions" \
      org.opencontainers.image.source="https://github.com/kubedelta/kubedelta" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
# For HTTPS requests to GitHub and API servers.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build --chown=65532:65532 /out/home /home/kubedelta
COPY --from=build /out/kubedelta /kubedelta
COPY --from=build /out/THIRD_PARTY_NOTICES /THIRD_PARTY_NOTICES
COPY LICENSE /LICENSE
ENV HOME=/home/kubedelta
# A number, so that runAsNonRoot can be checked.
USER 65532:65532
WORKDIR /home/kubedelta
ENTRYPOINT ["/kubedelta"]
