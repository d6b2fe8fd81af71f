// @ts-check
/**
 * Removes files of packages that neither the product nor its build and tests read: about 180 MB. npm runs it after
 * every installation ("postinstall" in package.json), and tools/prepare.mjs where install scripts are disabled.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const thisFile = fileURLToPath(import.meta.url);
const modules = path.join(path.dirname(thisFile), '..', 'node_modules');

/** Headers and manuals of the pinned Node. Its program is in node/bin. */
const NODE_HEADERS = 'node/node_modules';

/** Of the text recognition's variants, recognition.wasm-worker.ts uses one. */
const RECOGNITION = 'tesseract.js-core';
const USED_VARIANT = /^tesseract-core-simd-lstm\.(js|wasm)$/;

/** Of the coastlines, only those of one scale are read (tools/map-geodata, register-point.test.ts). */
const COASTLINES = 'world-atlas';
const UNUSED_SCALE = /-(50|110)m\.json$/;

export function removeUnusedFiles() {
  rmSync(path.join(modules, NODE_HEADERS), { recursive: true, force: true });
  removeFiles({
    folder: RECOGNITION,
    isUnused: (name) => name.startsWith('tesseract-core') && !USED_VARIANT.test(name),
  });
  removeFiles({ folder: COASTLINES, isUnused: (name) => UNUSED_SCALE.test(name) });
  // Source maps of libraries.
  removeFiles({ folder: '', isUnused: (name) => /\.(js|mjs|cjs|css|ts|mts|cts)\.map$/.test(name) });
}

/** @param {{ folder: string, isUnused: (name: string) => boolean }} options name: without its folders */
function removeFiles({ folder, isUnused }) {
  const top = path.join(modules, folder);
  if (!existsSync(top)) return;
  for (const file of readdirSync(top, { recursive: true, encoding: 'utf8' }))
    if (isUnused(path.basename(file))) rmSync(path.join(top, file), { force: true });
}

if (process.argv[1] === thisFile) removeUnusedFiles();
