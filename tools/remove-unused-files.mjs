// @ts-check
/**
 * Removes about 230 MB of package files that the product, its build and its tests do not read. npm runs this program
 * after every installation ("postinstall" in package.json). If install scripts are disabled, tools/prepare.mjs runs it.
 */
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const thisFile = fileURLToPath(import.meta.url);
const modules = path.join(path.dirname(thisFile), '..', 'node_modules');

/** Headers and manuals of the pinned Node. The program itself is in node/bin. */
const NODE_HEADERS = 'node/node_modules';

/** recognition.wasm-worker.ts uses only one variant of this package. */
const RECOGNITION = 'tesseract.js-core';
const USED_VARIANT = /^tesseract-core-simd-lstm\.(js|wasm)$/;

/** tools/map-geodata and register-point.test.ts read only one scale. */
const COASTLINES = 'world-atlas';
const UNUSED_SCALE = /-(50|110)m\.json$/;

/** The package also contains the icons under other names, which the screens do not import. */
const ICONS = 'lucide-react/dist';
const OTHER_ICON_NAMES = /\.(prefixed|suffixed)\.d\.ts$/;

/** Names of unused folders at the top of a package. */
const TESTS_AND_MANUALS = ['test', 'tests', '__tests__', 'docs'];
/**
 * Unused folders of single packages: sources that the package also contains as built files, bundles that it also
 * contains as modules, and a larger model of the text recognition that recognition.wasm-worker.ts does not use.
 */
const UNUSED_FOLDERS = ['maplibre-gl/src', '@zip.js/zip.js/dist', '@tesseract.js-data/kor/4.0.0'];

export function removeUnusedFiles() {
  rmSync(path.join(modules, NODE_HEADERS), { recursive: true, force: true });
  removeFiles({
    folder: RECOGNITION,
    isUnused: (name) => name.startsWith('tesseract-core') && !USED_VARIANT.test(name),
  });
  removeFiles({ folder: COASTLINES, isUnused: (name) => UNUSED_SCALE.test(name) });
  removeFiles({ folder: ICONS, isUnused: (name) => OTHER_ICON_NAMES.test(name) });
  for (const folder of UNUSED_FOLDERS) rmSync(path.join(modules, folder), { recursive: true, force: true });
  for (const folder of packages())
    for (const name of TESTS_AND_MANUALS) rmSync(path.join(folder, name), { recursive: true, force: true });
  // Removes source maps, READMEs and static libraries.
  removeFiles({
    folder: '',
    isUnused: (name) => /\.(js|mjs|cjs|css|ts|mts|cts)\.map$|\.md$|\.a$/.test(name),
  });
}

/** Returns all packages, nested ones too, according to the lock file that npm writes into node_modules. */
function packages() {
  const lock = path.join(modules, '.package-lock.json');
  if (!existsSync(lock)) return [];
  return Object.keys(JSON.parse(readFileSync(lock, 'utf8')).packages).map((name) =>
    path.join(modules, '..', name),
  );
}

/**
 * @param {{ folder: string, isUnused: (name: string) => boolean }} options isUnused gets the file name without its
 * folders
 */
function removeFiles({ folder, isUnused }) {
  const top = path.join(modules, folder);
  if (!existsSync(top)) return;
  for (const file of readdirSync(top, { recursive: true, encoding: 'utf8' }))
    if (isUnused(path.basename(file))) rmSync(path.join(top, file), { force: true });
}

if (process.argv[1] === thisFile) removeUnusedFiles();
