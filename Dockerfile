# syntax=docker/dockerfile:1
# One binary, the page included, on a base that holds little more than the C library. Build: docker build -t bestmove .

FROM rust:1.95-slim-trixie AS build
WORKDIR /src
# Dependencies first: this layer stays until Cargo.toml or Cargo.lock change.
COPY Cargo.toml Cargo.lock ./
RUN mkdir src benches \
 && echo 'fn main() {}' > src/main.rs \
 && touch src/lib.rs benches/search.rs \
 && cargo build --release --locked --bin bestmove \
 && rm -r src benches
COPY . .
# The sources are older than the layer above; cargo goes by time stamps.
RUN touch src/main.rs src/lib.rs \
 && cargo build --release --locked --bin bestmove \
 && strip target/release/bestmove

FROM gcr.io/distroless/cc-debian13:nonroot
COPY --from=build /src/target/release/bestmove /usr/local/bin/bestmove
ENV BESTMOVE_BIND=0.0.0.0:8080 \
    BESTMOVE_LOG_FORMAT=json
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=2s CMD ["/usr/local/bin/bestmove", "health"]
ENTRYPOINT ["/usr/local/bin/bestmove"]
CMD ["serve"]
