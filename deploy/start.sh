#!/bin/sh
cd "$(dirname "$0")/.." || exit 1
export NODE_ENV="${NODE_ENV:-production}"
# Node stores compiled modules in this folder, and later starts reuse them. If Node cannot write to the folder, it
# does not use it.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/node}"
exec node_modules/node/bin/node --enable-source-maps dist/server/main.js
