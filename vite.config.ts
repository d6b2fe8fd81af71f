import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { BUILD_TARGET, browserSupport, POLYFILLED } from './web/build/browser-support.ts';
import { budget } from './web/build/budget.ts';
import { forbidChunkCycles } from './web/build/forbid-chunk-cycles.ts';
import { headScript } from './web/build/head-script.ts';
import { precompress } from './web/build/precompress.ts';
import { preloadApplication } from './web/build/preload-application.ts';
import { prerender } from './web/build/prerender.ts';
import { serviceWorker } from './web/build/service-worker.ts';
import { styleBeforeScripts } from './web/build/style-before-scripts.ts';
import { workerLicenses } from './web/build/worker-licenses.ts';

const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';
/** The file that /app/about links to. */
const LICENCES = 'open-source.txt';
const licences = workerLicenses({ fileName: LICENCES });
const root = fileURLToPath(new URL('.', import.meta.url));

/** Code that the list loads when it is idle. */
const START =
  /\/[\w-]+\.outbox\.ts$|\/web\/(?:shell|offline|outbox|documents)\/|\/features\/restaurants\/web\/(?:home|provided)\//;

/** The screens and dialogs that also open without a network (web/build/service-worker.ts). */
const OFFLINE =
  /\/(?:(?:Restaurant|Add|JournalEntry)Page|Collect(?:Button|Dialog|ionChoice)|CollectionShareDialog|PhotoViewer|TodayWithShares)\.tsx$|\/features\/restaurants\/web\/(?:detail|filters|dialogs|form|add)\/|\/features\/(?:journal|reviews)\/web\//;

/**
 * Builds the screens. `vite` serves them with hot reload and proxies /api to a server (API_ORIGIN, set by
 * tools/dev.mjs; by default the port of `npm start`). `vite build` writes dist/web, which that server serves.
 */
export default defineConfig({
  root: `${root}web`,
  publicDir: 'public',
  cacheDir: `${root}node_modules/.cache/vite`,
  resolve: {
    // Libraries import shims for versions of React without this hook.
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector$/,
        replacement: 'use-sync-external-store/with-selector.js',
      },
    ],
  },
  define: { API_VERSION: JSON.stringify(apiVersion()) },
  plugins: [
    messages(),
    react(),
    tailwindcss(),
    headScript(),
    preloadApplication(),
    styleBeforeScripts(),
    browserSupport({ polyfilled: POLYFILLED }),
    budget(),
    forbidChunkCycles(),
    licences.inPages,
    prerender(),
    precompress(),
    serviceWorker({ licences: licences.inWorkers }),
  ],
  worker: { plugins: () => [licences.inWorkers], rolldownOptions: { output: { assetFileNames } } },
  server: {
    host: '127.0.0.1',
    // The server accepts writes only from its own origin.
    proxy: {
      '/api/': { target: apiOrigin, headers: { origin: process.env.BASE_URL ?? apiOrigin } },
      // The server sends the prerendered pages of the latest build.
      '^/(faq|terms-of-service|privacy-policy|refund-policy)?([?]|$)': apiOrigin,
      '^/assets/': apiOrigin,
    },
    fs: { allow: [root] },
  },
  build: {
    outDir: `${root}dist/web`,
    emptyOutDir: true,
    target: BUILD_TARGET,
    // Small files are not inlined. A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: LICENCES },
    // Only the map library is larger than Vite's default limit. It loads after the list.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      treeshake: {
        // If a page imports one part of another feature, it then loads only this part.
        moduleSideEffects: [{ test: /\.public\.tsx?$/, sideEffects: false }],
      },
      output: {
        assetFileNames,
        codeSplitting: { groups: codeGroups() },
      },
    },
  },
});

/**
 * Returns the files with code that many pages share. A file contains the matching modules and everything that they
 * import, except for modules of the files before it. The bundler splits all other code by page.
 *
 * Without these groups, /app would load more than 100 files, because each message and icon is a module.
 */
function codeGroups(): Rolldown.CodeSplittingGroup[] {
  const groups: Rolldown.CodeSplittingGroup[] = [
    // The entry waits for this file, so it must not need the file of the application. It contains Vite's helper for
    // dynamic imports.
    { name: 'first-screen', test: /\/show-first-screen\.ts$|vite\/preload-helper/ },
    { name: 'main', test: /\/web\/main\.tsx$/ },
    // On a slow connection, the navigation is shown before the list.
    {
      name: 'navigation',
      test: /\/(?:MemberNavigation\.tsx|(?:keep-documents|read-or-stored|follow-keyboard|ignore-second-taps)\.ts)$/,
    },
    { name: 'list', test: /\/web\/routes\/HomePage\.tsx$/ },
    // On a slow connection, the list is shown before its filters, its other rows and its map.
    {
      name: 'home',
      test: /\/(?:FilterChips|VirtualRows|HomeMap|read-provided|read-my-lists|MyBadge)\.tsx?$|\/web\/map\/geodata\//,
    },
    { name: 'zod', test: /\/node_modules\/zod\// },
    {
      name: 'after-start',
      test: /\/(?:after-start|clear-toasts|reach-toasts)\.ts$|\/(?:ListNotices|InstallHint)\.tsx$/,
    },
    // People without an account open these pages from a message.
    { name: 'shared-list', test: /\/SharedListPage\.tsx$/ },
    {
      name: 'visitors',
      test: /\/features\/account\/sign-(?:in|up)\/web\/\w+Page\.tsx$|\/(?:VotePage|JoinPage)\.tsx$/,
    },
    { name: 'common', test: /./, minShareCount: 10 },
    { name: 'start', test: START },
    { name: 'offline', test: OFFLINE },
  ];
  return groups.map((group, position) => ({ ...group, priority: groups.length - position }));
}

/**
 * Returns the version of the API. It changes with the contract of the API, because the contract is the format of the
 * documents that devices keep.
 */
function apiVersion(): string {
  const contract = readFileSync(`${root}docs/openapi.json`);
  return hash('sha256', contract, 'base64url').slice(0, 12);
}

/**
 * Avoids file names that end in .gz. The server reads such a name as a compressed variant of a file
 * (server/http/built-screens.ts).
 */
function assetFileNames({ names: [name = ''] }: { names: string[] }): string {
  return name.endsWith('.gz') ? 'assets/[name]-[hash].packed' : 'assets/[name]-[hash][extname]';
}

/** Compiles messages/ before a build and whenever a text changes while developing. */
function messages(): Plugin {
  const compile = () => promisify(execFile)(process.execPath, [`${root}tools/messages.mjs`]);
  return {
    name: 'messages',
    async buildStart() {
      await compile();
    },
    configureServer(server) {
      server.watcher.add(`${root}messages`);
      server.watcher.on('change', (path) => {
        if (path.startsWith(`${root}messages/`) && path.endsWith('.json'))
          compile().catch((error: Error) => server.config.logger.error(error.message));
      });
    },
  };
}
