# An image with weft, Erlang, rebar3 and Elixir of Debian, for continuous integration and for trying:
#     docker build -t weft .
#     docker run --rm -v "$PWD:/project" weft test
FROM debian:12-slim AS build
WORKDIR /weft
COPY dev ./
RUN ./dev packages
COPY . .
RUN ./dev build && packaging/deb.sh build /package

FROM debian:12-slim
COPY --from=build /package/*.deb /tmp/
RUN apt-get update -q \
    && apt-get install -y -q --no-install-recommends /tmp/*.deb erlang-dev erlang-eunit rebar3 elixir git ca-certificates \
    && rm -rf /tmp/*.deb /var/lib/apt/lists/*
WORKDIR /project
ENTRYPOINT ["weft"]
CMD ["--help"]
