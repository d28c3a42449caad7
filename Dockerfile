# The product in one image: app, API, hub and, if MONGODB_URI is not set, the embedded store.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev
# `--build-arg CITY_ENGINE=yes` puts the road engine (83 MB) into the image: a container whose program folder is read-only
# cannot fetch it.
ARG CITY_ENGINE=no
RUN if [ "$CITY_ENGINE" = yes ]; then cd city/engine && npm ci --no-audit --no-fund --ignore-scripts; fi

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/shared/package.json shared/package.json
COPY --from=build /app/server/package.json server/package.json
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/server/assets server/assets
COPY --from=build /app/tariffs tariffs
COPY --from=build /app/jurisdictions jurisdictions
COPY --from=build /app/client/package.json client/package.json
COPY --from=build /app/client/dist client/dist
COPY --from=build /app/embedded-mongo/package.json embedded-mongo/package.json
COPY --from=build /app/embedded-mongo/bin embedded-mongo/bin
COPY --from=build /app/embedded-mongo/dist embedded-mongo/dist
COPY --from=build /app/city/package.json city/package.json
COPY --from=build /app/city/bin city/bin
COPY --from=build /app/city/dist city/dist
# npm run city fetches the road engine into this folder.
COPY --from=build --chown=node:node /app/city/engine city/engine
COPY --from=build /app/scripts/start.mjs /app/scripts/build.mjs /app/scripts/run-fresh.mjs /app/scripts/city.mjs /app/scripts/ledger-check.mjs /app/scripts/admin.mjs scripts/
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=4s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
# With the flags of `npm start`; docs/OPERATIONS.md, "Production", has the reason.
CMD ["node", "--max-semi-space-size=64", "scripts/start.mjs"]
