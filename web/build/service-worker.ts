import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';
import { BUILD_TARGET, missingFeatures } from './browser-support.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Kilobytes (1024) after brotli, as servers send them. */
const WORKER_KB = 25;
const PRECACHE_KB = 450;

/** Pages whose code is precached, with everything they import. */
const PRECACHED_PAGES = [
  'web/routes/HomePage.tsx',
  'web/routes/RestaurantPage.tsx',
  'web/routes/AddPage.tsx',
  'web/routes/JournalEntryPage.tsx',
  'features/journal/web/JournalPage.tsx',
  'features/journal/web/WriteEntryPage.tsx',
];

/** Code that needs the network, or is too large for what it does offline. */
const NEVER =
  /features\/admin\/|features\/membership\/web\/(Payment|pay)|google-engine|kakao-engine|portone|recognition|zip\.js|kit-page/i;

/** Fetched after the precache: the map is most of it. */
const MAP = /map\/maplibre\/|HomeMap|SmallMap|PointPicker|JournalMap|YearMap|geodata/;

const FILE_NAME = 'service-worker.js';
const ICONS = ['/icon.svg', '/icon-192.png', '/favicon.ico', '/manifest.webmanifest'];

/**
 * Builds the service worker as one file in the root folder, with the lists of files that belong to this build.
 * @param licences collects the licences of its packages (worker-licenses.ts)
 */
export function serviceWorker({ licences }: { licences: Plugin }): Plugin {
  let code = '';
  let outDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async buildStart() {
      code = await builtWorker(licences);
      const [missing] = missingFeatures({ scripts: { [FILE_NAME]: code } });
      if (missing) this.error(`${missing.feature} (${missing.browsers.join(', ')}) in ${FILE_NAME}`);
    },
    writeBundle: {
      order: 'post',
      async handler(_, bundle) {
        const { precached, later } = filesOf(bundle);
        const precache = await Promise.all([
          ...[...precached].map((fileName) => ({ url: `/${fileName}`, revision: null })),
          ...['/index.html', ...ICONS].map(async (url) => ({
            url,
            revision: createHash('sha256')
              .update(await readFile(join(outDir, url)))
              .digest('base64url')
              .slice(0, 12),
          })),
        ]);
        const worker = code
          .replace(quoted('PRECACHED_FILES'), () => JSON.stringify(JSON.stringify(precache)))
          .replace(quoted('LATER_FILES'), () => JSON.stringify(JSON.stringify([...later].map((each) => `/${each}`))));
        await writeFile(join(outDir, FILE_NAME), worker);

        const kilobytes = brotliCompressSync(worker).length / 1024;
        const [first, second] = await Promise.all(
          [precache.map(({ url }) => url), [...later]].map((files) => compressedKilobytes(outDir, files)),
        );
        const spent = `service worker after brotli: ${kilobytes.toFixed(1)} of ${WORKER_KB} KB; precached ${first?.toFixed(0)} of ${PRECACHE_KB} KB in ${precache.length} files; later ${second?.toFixed(0)} KB in ${later.size} files`;
        if (WORKER_KB < kilobytes || PRECACHE_KB < (first ?? 0)) this.error(spent);
        this.info(spent);
      },
    },
  };
}

async function builtWorker(licences: Plugin): Promise<string> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [licences],
    define: {
      'process.env.NODE_ENV': '"production"',
      PRECACHED_FILES: '"%PRECACHED_FILES%"',
      LATER_FILES: '"%LATER_FILES%"',
    },
    build: {
      write: false,
      target: BUILD_TARGET,
      modulePreload: false,
      rolldownOptions: {
        input: `${root}web/service-worker/service-worker.ts`,
        output: { format: 'iife' },
      },
    },
  })) as Rolldown.RolldownOutput;
  const [chunk, ...others] = output;
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('serviceWorker: expected one script');
  return chunk.code;
}

/** The placeholder, with the quotes that the minifier chose. */
const quoted = (name: string) => new RegExp(`(["'\`])%${name}%\\1`);

type Files = { precached: Set<string>; later: Set<string> };

function filesOf(bundle: Rolldown.OutputBundle): Files {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const pages = PRECACHED_PAGES.map((page) => {
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(page));
    if (!found) throw new Error(`serviceWorker: ${page} is not in the build`);
    return found;
  });
  if (!entry) throw new Error('serviceWorker: the entry is missing');
  const isOf = (pattern: RegExp) => (chunk: Rolldown.OutputChunk) =>
    pattern.test(chunk.facadeModuleId ?? '') || pattern.test(chunk.fileName);

  const precached = new Set<string>();
  const isPage = (chunk: Rolldown.OutputChunk) => chunk.facadeModuleId?.endsWith('Page.tsx') ?? false;
  const first = closure({ bundle, from: [entry, ...pages], follows: (chunk) => !isPage(chunk) && !isOf(NEVER)(chunk) && !isOf(MAP)(chunk) });
  for (const chunk of first) for (const file of withStyles(chunk)) precached.add(file);
  const later = new Set<string>();
  for (const chunk of closure({ bundle, from: [entry, ...pages], follows: (each) => !isOf(NEVER)(each) }))
    for (const file of withStyles(chunk)) if (!precached.has(file)) later.add(file);
  for (const output of Object.values(bundle)) {
    const { fileName } = output;
    if (output.type === 'asset' && (/\.geojson$/.test(fileName) || /maplibre-gl-worker/.test(fileName))) later.add(fileName);
    if (output.type === 'asset' && /head-[\w-]+\.js$/.test(fileName)) precached.add(fileName);
  }
  return { precached, later };
}

/** Chunks reachable by static imports, and by dynamic imports of chunks that `follows` accepts. */
function closure({
  bundle,
  from,
  follows,
}: {
  bundle: Rolldown.OutputBundle;
  from: readonly Rolldown.OutputChunk[];
  follows: (chunk: Rolldown.OutputChunk) => boolean;
}): Set<Rolldown.OutputChunk> {
  const reached = new Set(from);
  const chunkOf = (name: string) => {
    const found = bundle[name];
    return found?.type === 'chunk' ? found : null;
  };
  // The set grows while it is iterated.
  for (const chunk of reached) {
    for (const name of chunk.imports) {
      const imported = chunkOf(name);
      if (imported) reached.add(imported);
    }
    for (const name of chunk.dynamicImports) {
      const imported = chunkOf(name);
      if (imported && follows(imported)) reached.add(imported);
    }
  }
  return reached;
}

type WithMetadata = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

const withStyles = (chunk: Rolldown.OutputChunk): string[] => [
  chunk.fileName,
  ...((chunk as WithMetadata).viteMetadata?.importedCss ?? []),
];

async function compressedKilobytes(outDir: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(outDir, file));
      return /\.(png|ico)$/.test(file) ? content.length : brotliCompressSync(content).length;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}
