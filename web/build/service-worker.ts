import { hash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { DEVICE_PAGE } from '../first-screen/device-page.ts';
import { missingFeatures } from './browser-support.ts';
import { buildScript } from './build-script.ts';
import { withoutPreloads } from './preload-application.ts';

/** Maximum sizes after brotli, in kilobytes of 1024 bytes. Servers send the files in this encoding. */
const WORKER_KB = 25;
const PRECACHE_KB = 450;
/** Maximum number of files. A new device stores all of them, one after the other. */
const PRECACHE_FILES = 60;

/** Pages whose code is precached, with everything that it imports. */
const PRECACHED_PAGES = [
  'web/routes/HomePage.tsx',
  'web/routes/RestaurantPage.tsx',
  'web/routes/AddPage.tsx',
  'web/routes/JournalEntryPage.tsx',
  'features/journal/web/JournalPage.tsx',
  'features/journal/web/WriteEntryPage.tsx',
];

/** Matches code that is never stored. Such code needs the network, or is large and of little use offline. */
const NEVER = /features\/admin\/|google-engine|kakao-engine|@portone\/|@simplewebauthn\/|@zip\.js\//i;

/** Matches code that is fetched after the precache. Most of this code is the map; some is of use only with a network. */
const LATER =
  /maplibre-engine|load-(?:google|kakao)-maps|polyfills|PictureFlow|PasteFlow|ReadReceipt|hanja|ceremonies|EntrySharing|SharedPlaceSheet/;

/** Matches pages. Their code is precached only if PRECACHED_PAGES lists them. */
const PAGE = /Pages?\.tsx$/;

const FILE_NAME = 'service-worker.js';
const ICONS = ['/icon.svg', '/icon-192.png', '/favicon.ico', '/manifest.webmanifest'];

/**
 * Builds the service worker as one file in the root folder. It contains the lists of the files of this build.
 * @param licences collects the licences of the worker's packages (worker-licenses.ts)
 */
export function serviceWorker({ licences }: { licences: Plugin }): Plugin {
  let code = '';
  let outDir = '';
  let files: Record<'worker' | 'precached' | 'later', string[]> = { worker: [], precached: [], later: [] };
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async buildStart() {
      code = await buildWorker([licences]);
      const [missing] = missingFeatures({ scripts: { [FILE_NAME]: code } });
      if (missing) this.error(`${missing.feature} (${missing.browsers.join(', ')}) in ${FILE_NAME}`);
    },
    writeBundle: {
      order: 'post',
      async handler(_, bundle) {
        const { precached, later } = filesOf(bundle);
        const page = await readFile(join(outDir, 'index.html'), 'utf8');
        await writeFile(join(outDir, DEVICE_PAGE), withoutPreloads(page));
        const revised = await Promise.all(
          [DEVICE_PAGE, ...ICONS].map(async (url) => ({
            url,
            revision: await revisionOf(join(outDir, url)),
          })),
        );
        const precache = [
          ...[...precached].map((fileName) => ({ url: `/${fileName}`, revision: null })),
          ...revised,
        ];
        const laterFiles = [...later].map((each) => `/${each}`);
        await writeFile(join(outDir, FILE_NAME), workerFor({ code, precache, later: laterFiles }));
        files = { worker: [FILE_NAME], precached: precache.map(({ url }) => url), later: [...later] };
      },
    },
    // `sequential` makes this hook run after precompress().
    closeBundle: {
      sequential: true,
      async handler(error?: Error) {
        if (error) return;
        const [worker = 0, precached = 0, later = 0] = await Promise.all(
          [files.worker, files.precached, files.later].map((each) => compressedKilobytes(outDir, each)),
        );
        const spent = `service worker after brotli: ${worker.toFixed(1)} of ${WORKER_KB} KB; precached ${precached.toFixed(0)} of ${PRECACHE_KB} KB in ${files.precached.length} of ${PRECACHE_FILES} files; later ${later.toFixed(0)} KB in ${files.later.length} files`;
        if (WORKER_KB < worker || PRECACHE_KB < precached || PRECACHE_FILES < files.precached.length)
          this.error(spent);
        this.info(spent);
      },
    },
  };
}

/** Builds the worker without the lists of files. */
export async function buildWorker(plugins: Plugin[]): Promise<string> {
  const { code } = await buildScript('web/service-worker/service-worker.ts', {
    plugins,
    define: {
      'process.env.NODE_ENV': '"production"',
      PRECACHED_FILES: '"%PRECACHED_FILES%"',
      LATER_FILES: '"%LATER_FILES%"',
    },
    format: 'iife',
  });
  return code;
}

export const workerFor = ({
  code,
  precache,
  later,
}: {
  code: string;
  precache: readonly { url: string; revision: string | null }[];
  later: readonly string[];
}): string =>
  code
    .replace(quoted('PRECACHED_FILES'), () => JSON.stringify(JSON.stringify(precache)))
    .replace(quoted('LATER_FILES'), () => JSON.stringify(JSON.stringify(later)));

const revisionOf = async (path: string): Promise<string> =>
  hash('sha256', await readFile(path), 'base64url').slice(0, 12);

/** Returns a pattern for a placeholder, together with the quotes that the minifier chose. */
const quoted = (name: string) => new RegExp(`(["'\`])%${name}%\\1`);

type Files = { precached: Set<string>; later: Set<string> };

function filesOf(bundle: Rolldown.OutputBundle): Files {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const pages = PRECACHED_PAGES.map((page) => {
    const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(page)));
    if (!found) throw new Error(`serviceWorker: ${page} is not in the build`);
    return found;
  });
  if (!entry) throw new Error('serviceWorker: the entry is missing');
  const isOf =
    (pattern: RegExp) =>
    ({ moduleIds }: Rolldown.OutputChunk) =>
      moduleIds.some((id) => pattern.test(id));

  const precached = new Set<string>();
  const first = closure({
    bundle,
    from: [entry, ...pages],
    follows: (chunk) => !isOf(PAGE)(chunk) && !isOf(NEVER)(chunk) && !isOf(LATER)(chunk),
  });
  for (const chunk of first) for (const file of withStyles(chunk)) precached.add(file);
  const later = new Set<string>();
  for (const chunk of closure({ bundle, from: [entry, ...pages], follows: (each) => !isOf(NEVER)(each) }))
    for (const file of withStyles(chunk)) if (!precached.has(file)) later.add(file);
  for (const output of Object.values(bundle)) {
    const { fileName } = output;
    if (output.type === 'asset' && (fileName.endsWith('.geojson') || fileName.includes('maplibre-gl-worker')))
      later.add(fileName);
    if (output.type === 'asset' && /head-[\w-]+\.js$/.test(fileName)) precached.add(fileName);
  }
  return { precached, later };
}

/**
 * Returns the chunks that `from` needs. Follows static imports, and dynamic imports of chunks that `follows` accepts.
 */
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

/**
 * Returns the size of the files after brotli. Uses the `.br` files of precompress(). Small files and pictures have no
 * `.br` file and count uncompressed.
 */
async function compressedKilobytes(outDir: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => {
      const path = join(outDir, file);
      const { size } = await stat(`${path}.br`).catch(() => stat(path));
      return size;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}
