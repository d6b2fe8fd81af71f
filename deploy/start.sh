#!/bin/sh
# Starts the server of an installed and built checkout (npm run setup) and becomes it: npm and the starter of
# `npm start` would stay above it and use 120 MB. The settings are environment variables.
cd "$(dirname "$0")/.." || exit 1
export NODE_ENV="${NODE_ENV:-production}"
# tools/native-memory.mjs explains them.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-131072}"
exec node_modules/node/bin/node server/main.ts
